import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import * as z from 'zod'
import type { Access } from '../../contract/features.ts'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { CommandDef, QueryDef, RateLimit } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { readOnly } from '../../db/transaction.ts'
import type { Discovered } from '../identity-providers/discovered.ts'
import { admit, limit, type Reading, runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { passedOn, refused } from '../kernel/bus/refuse.ts'
import { addressKey, type LoginLimits } from '../session/login-limits.ts'
import type { Geocode } from '../sites/geocoder.ts'
import type { Document } from './jsonapi.ts'

/** Dependencies that only the HTTP edge has. */
export interface Edge {
  readonly loginLimits: LoginLimits
  readonly touch: (sessionHash: Buffer) => Promise<void>
  readonly geocode: Geocode
  readonly discovered: Discovered
}

/** One HTTP call, as passed to its function in the route table. */
export interface HttpCall {
  readonly context: Kernel
  readonly edge: Edge
  readonly request: Request
  readonly response: Response
  /** SHA-256 of the cookie's session value; the session need not be alive. */
  readonly sessionHash: Buffer | null
  readonly body: unknown
  readonly address: string
  readonly app: 'portal' | 'admin'
  /** When the call began. */
  readonly now: Date
}

/** A download of any size, read at the caller's speed, which stops when the caller disconnects. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly content: Readable
}
export type Reply =
  | { status?: number; document: Document }
  | { status?: number; json: unknown }
  | { status?: number; download: Download }
  | { status: 204 }
export type CallFunction = (call: HttpCall) => Promise<Reply>

/** Runs a query of the bus; throws Refused. */
export async function ask<D extends QueryDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
): Promise<z.output<D['reply']>> {
  const answer = await runQuery(call.context, call.sessionHash, { name: def.name, input }, addressKey(call.address))
  if (!answer.ok) throw passedOn(answer.refusal as Refusal)
  return answer.view as z.output<D['reply']>
}

/**
 * Runs a command of the bus; with an Idempotency-Key header only once, however often it is sent. The header
 * Idempotent-Replayed marks a repeated reply, which describes the state at the first time. Throws Refused.
 */
export async function sendCommand<D extends CommandDef>(
  call: HttpCall,
  def: D,
  input: z.input<D['input']>,
): Promise<z.output<D['reply']>> {
  const id = keyedId(call) ?? randomUUID()
  const { context, sessionHash, address } = call
  const onRepeated = () => void call.response.set('Idempotent-Replayed', 'true')
  const envelope = { id, name: def.name, input }
  const answer = await runCommand(context, sessionHash, envelope, addressKey(address), onRepeated)
  if (!answer.ok) throw passedOn(answer.refusal as Refusal)
  return answer.reply as z.output<D['reply']>
}

const uuid = z.uuid()

/** Returns the command id for the caller's Idempotency-Key; null without one. */
export function keyedId(call: Pick<HttpCall, 'request'>): string | null {
  const key = call.request.get('idempotency-key')
  if (!key) return null
  if (uuid.safeParse(key).success) return key.toLowerCase()
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Reads on behalf of the caller in a read-only transaction, for calls that are no query of the bus. Throws Refused. */
export function read<T>(
  call: HttpCall,
  what: { name: string; access: Access; rate?: RateLimit },
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return readOnly(call.context.knex, async (trx) => {
    const { actor, now } = await admit(trx, call.sessionHash, what.access)
    await limit(call.context, `user:${actor.userId}`, what.name, what.rate ?? { points: 100, seconds: 10 })
    return work({ trx, actor, now })
  })
}

/** Limits a public call per caller's address. Throws Refused too-many-requests. */
export function limitAddress(call: HttpCall, name: string, rate: RateLimit): Promise<void> {
  return limit(call.context, `address:${addressKey(call.address)}`, name, rate)
}

/** Returns a positive id from the path; anything else is not found. */
export function pathId(call: HttpCall, name = 'id'): number {
  const text = call.request.params[name]
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > 2_147_483_647) throw refused({ code: 'not-found' })
  return id
}

/** For calls without query parameters. */
export const noParameters = z.strictObject({})

/**
 * Parses the query string by a strict schema; unknown and repeated parameters are refused by name. Create the schema
 * once, because compiling it is slow.
 */
export function readQuery<S extends z.ZodObject>(call: HttpCall, schema: S): z.output<S> {
  const parsed = schema.safeParse(call.request.query)
  if (parsed.success) return parsed.data
  throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, call.request.query) })
}

/** Parses a plain JSON body by a schema. */
export function readBody<S extends z.ZodType>(call: HttpCall, schema: S): z.output<S> {
  const parsed = schema.safeParse(call.body)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, call.body) })
  return parsed.data
}

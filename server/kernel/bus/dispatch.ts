import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { CommandAnswer, CommandEnvelope, QueryAnswer, QueryEnvelope } from '../../../contract/envelope.ts'
import { type Access, mayAccess } from '../../../contract/features.ts'
import { fieldIssues } from '../../../contract/field-issues.ts'
import type { CommandDef, QueryDef, RateLimit } from '../../../contract/kit.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { holdsSecret, withoutSecrets } from '../../../contract/secrets.ts'
import { one, prepared } from '../../../db/sql.ts'
import { enqueue, readOnly, write } from '../../../db/transaction.ts'
import type { Context } from '../context.ts'
import { actorKey, loadActor, type UserActor } from './actor.ts'
import type { CommandHandler, QueryHandler } from './handle.ts'
import type { Kernel } from './handlers.ts'
import { inputHash, keptInput, keptRefusal } from './kept-call.ts'
import { asDeclared, declaring, Refused, refused, refuser } from './refuse.ts'
import { recallSecret, rememberSecret } from './secret-replies.ts'
import { supportCode } from './support-code.ts'
import { keepsRow } from './thin-refusals.ts'
import { isBadValue, isStorageFull, isUnavailable } from './unavailable.ts'

const no = (refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal })

/** Loads the actor and checks access. Throws the kernel's refusals. */
export async function admit(
  trx: Knex,
  sessionHash: Buffer | null,
  access: Access,
  how: { writes?: boolean } = {},
): Promise<{ actor: UserActor; now: Date }> {
  const loaded = sessionHash ? await loadActor(trx, sessionHash, how) : null
  if (!loaded) throw refused({ code: 'session-expired' })
  if (!mayAccess(access, loaded.actor.features)) throw refused({ code: 'not-authorized' })
  return loaded
}

/** Returns the user of the session, or null without a live one, for public calls. */
async function welcome(
  trx: Knex,
  sessionHash: Buffer | null,
  how: { writes?: boolean } = {},
): Promise<{ actor: UserActor | null; now: Date }> {
  const loaded = sessionHash ? await loadActor(trx, sessionHash, how) : null
  if (loaded) return loaded
  return { actor: null, ...(await one<{ now: Date }>(trx, 'select now() as now')) }
}

/** Checks access: nobody (null) may call only what is public. Throws the kernel's refusals. */
export function enter(
  trx: Knex,
  sessionHash: Buffer | null,
  access: Access,
  how: { writes?: boolean } = {},
): Promise<{ actor: UserActor | null; now: Date }> {
  return access === 'public' ? welcome(trx, sessionHash, how) : admit(trx, sessionHash, access, how)
}

/** Factor by which an address may call more often than one secret: many guests may share one address. */
const guestsOfAddress = 10
/** Refusal of an unknown secret. It leaves no trail; otherwise anybody could fill the database with invented ones. */
const inventedSecret = 'eticket-invalid'

/**
 * Runs a command: parse, authorise, limit, once per command id, run, store the reply, all in one transaction. Replies
 * after the commit. The same id returns the same reply; with other content it is `command-id-reused`. `from` = the
 * caller's address, which limits callers with secrets too, because every invented one is new.
 */
export async function runCommand(
  context: Kernel,
  sessionHash: Buffer | null,
  envelope: CommandEnvelope,
  from = '',
  onRepeated: () => void = () => {},
): Promise<CommandAnswer> {
  const handler = context.handlers.commands.get(envelope.name)
  if (!handler) return no({ code: 'not-found' })
  const parsed = handler.def.input.safeParse(envelope.input)
  if (!parsed.success) return no({ code: 'bad-input', fields: fieldIssues(parsed.error, envelope.input) })
  const started = performance.now()
  const key = secretKey(handler.def, parsed.data)
  const call: Running = {
    handler,
    envelope,
    input: parsed.data,
    sessionHash,
    actor: null,
    key,
    from,
    onRepeated,
    started,
    limited: false,
  }
  try {
    const answer = await write(context.knex, (trx) => attemptCommand(context, trx, call))
    context.metrics.commands.inc({ name: envelope.name, outcome: answer.ok ? 'done' : answer.refusal.code })
    return answer
  } catch (error) {
    return await failed(context, call, error)
  } finally {
    context.metrics.commandSeconds.observe({ name: envelope.name }, (performance.now() - started) / 1_000)
  }
}

interface Running {
  handler: CommandHandler
  envelope: CommandEnvelope
  input: unknown
  sessionHash: Buffer | null
  actor: UserActor | null
  /** Key for running once and for limits; null until the actor is known. */
  key: string | null
  from: string
  /** Called when the reply is a stored one, which describes the state at the first time. */
  onRepeated: () => void
  started: number
  limited: boolean
}

/** Returns the key of a caller with a secret (a guest's link), signed in or not. */
export function secretKey(def: CommandDef, input: unknown): string | null {
  if (!def.secretInput) return null
  const secrets = def.secretInput.map((field) => String((input as Record<string, unknown>)[field]))
  return `secret:${createHash('sha256').update(secrets.join('\0')).digest('hex').slice(0, 32)}`
}

const keyOf = (call: Running): string => {
  if (call.key === null) throw new Error(`nobody gives ${call.envelope.name}`)
  return call.key
}

async function attemptCommand(context: Context, trx: Knex.Transaction, call: Running): Promise<CommandAnswer> {
  const { handler, envelope } = call
  const { actor, now } = await enter(trx, call.sessionHash, handler.def.access, { writes: true })
  call.actor = actor
  if (call.key === null && actor) call.key = actorKey(actor)
  if (!call.limited) {
    const { points, seconds } = handler.def.limit
    if (handler.def.secretInput && call.from !== '')
      await limit(context, `from:${call.from}`, envelope.name, { points: points * guestsOfAddress, seconds })
    await limit(context, keyOf(call), envelope.name, handler.def.limit)
    call.limited = true
  }
  const hash = inputHash(call.handler.def, call.envelope.input)
  const first = await prepared(
    trx,
    `insert into commands (actor, id, name, input, input_hash, outcome, user_id)
     values (?, ?, ?, ?::jsonb, ?, 'done', ?) on conflict do nothing
     returning set_config('holdfast.cause', actor || ' ' || id, true), set_config('holdfast.user', coalesce(user_id::text, ''), true)`,
    [keyOf(call), envelope.id, envelope.name, keptInput(call.handler.def, call.input), hash, actor?.userId ?? null],
  )
  if (first.length === 0) return await again(context, trx, call, hash)
  try {
    const raw = await handler.run({
      input: call.input,
      actor,
      trx,
      now,
      refuse: refuser(),
      context,
    })
    const reply = handler.def.reply.parse(raw)
    // Before the commit: a repetition of the command waits for it, and then looks here.
    if (handler.def.secretReply || holdsSecret(reply)) rememberSecret(context, replyKey(call), reply)
    await recordOutcome(trx, call, 'done', null, handler.def.secretReply ? null : reply)
    return { ok: true, reply }
  } catch (thrown) {
    const error = asDeclared(handler.def, thrown, context.log)
    if (!(error instanceof Refused) || !error.keep) throw error
    await recordOutcome(trx, call, 'refused', error.refusal, null)
    return no(error.refusal)
  }
}

interface SavedCommand {
  /** Null = it never arrived, and its id was closed for good (server/control/close-command.ts). */
  input: object | null
  input_hash: Buffer
  outcome: 'done' | 'refused' | 'failed'
  reply: unknown
}

/** Returns the stored reply of a repeated command. A secret one, and what opens doors in others, may be forgotten. */
async function again(context: Context, trx: Knex, call: Running, hash: Buffer): Promise<CommandAnswer> {
  const { envelope, handler } = call
  const row = (await trx('commands')
    .where({ actor: keyOf(call), id: envelope.id })
    .first()) as SavedCommand | undefined
  if (row?.input === null) return no(row.reply as Refusal)
  if (!row || !hash.equals(row.input_hash)) return no({ code: 'command-id-reused' })
  if (row.outcome !== 'done') return no(row.reply as Refusal)
  const recalled = recallSecret(context, replyKey(call))
  const reply = recalled === undefined && !handler.def.secretReply ? row.reply : recalled
  if (reply === undefined) return no({ code: 'outcome-unknown' })
  call.onRepeated()
  return { ok: true, reply }
}

function replyKey(call: Running): string {
  return `${keyOf(call)} ${call.envelope.id}`
}

/** Records the outcome of a command. */
async function recordOutcome(
  trx: Knex.Transaction,
  call: Running,
  outcome: 'done' | 'refused',
  refusal: Refusal | null,
  reply: unknown,
): Promise<void> {
  await enqueue(
    trx,
    'update commands set outcome = ?, refusal = ?, reply = ?::jsonb, support_code = ?, duration_ms = ? where actor = ? and id = ?',
    [
      outcome,
      refusal?.code ?? null,
      refusal ? keptRefusal(call.handler.def, refusal) : withoutSecrets(reply),
      refusal?.supportCode ?? null,
      Math.round(performance.now() - call.started),
      keyOf(call),
      call.envelope.id,
    ],
  )
}

/** Turns an error into a reply and records it in the audit trail (the work itself was rolled back). */
async function failed(context: Context, call: Running, error: unknown): Promise<CommandAnswer> {
  const { name, id } = call.envelope
  if (isUnavailable(error)) return no(unavailable(context, error, { command: name }))
  if (isBadValue(error)) return no({ code: 'bad-input' })
  let refusal: Refusal
  if (error instanceof Refused) refusal = error.refusal
  else {
    const code = supportCode()
    context.log.error({ err: error, command: name, commandId: id, supportCode: code }, 'command failed')
    refusal = { code: 'unknown-failure', params: { supportCode: code }, supportCode: code }
  }
  context.metrics.commands.inc({ name, outcome: refusal.code })
  if (refusal.code === 'not-authorized') await nameCaller(context, call)
  const invented = call.handler.def.secretInput !== undefined && refusal.code === inventedSecret
  if (call.key !== null && refusal.code !== 'too-many-requests' && !invented) await keepRefusal(context, call, refusal)
  return no(refusal)
}

/** Finds the user of the session for the audit trail: a call without the right is refused before its actor is known. */
async function nameCaller(context: Context, call: Running): Promise<void> {
  if (call.actor || !call.sessionHash) return
  call.actor = (await loadActor(context.knex, call.sessionHash).catch(() => null))?.actor ?? null
  if (call.actor) call.key ??= actorKey(call.actor)
}

async function keepRefusal(context: Context, call: Running, refusal: Refusal): Promise<void> {
  const { guesses = [], name } = call.handler.def
  try {
    const each = refusal.code === 'unknown-failure' || guesses.includes(refusal.code)
    const refused = { caller: keyOf(call), code: refusal.code, userId: call.actor?.userId ?? null }
    if (!each && !(await keepsRow(context, refused))) return
    await context.knex.raw(
      `insert into commands (actor, id, name, input, input_hash, outcome, refusal, reply, support_code, user_id, duration_ms)
       values (?, ?, ?, ?::jsonb, ?, ?, ?, ?::jsonb, ?, ?, ?) on conflict do nothing`,
      [
        keyOf(call),
        call.envelope.id,
        call.envelope.name,
        keptInput(call.handler.def, call.input),
        inputHash(call.handler.def, call.envelope.input),
        refusal.code === 'unknown-failure' ? 'failed' : 'refused',
        refusal.code,
        keptRefusal(call.handler.def, refusal),
        refusal.supportCode ?? null,
        call.actor?.userId ?? null,
        Math.round(performance.now() - call.started),
      ],
    )
  } catch (error) {
    context.log.warn({ err: error, command: name }, 'a refusal could not be kept')
  }
}

/** Runs a query in a read-only transaction. `from` = address of a signed-out caller, which limits public queries. */
export async function runQuery(
  context: Kernel,
  sessionHash: Buffer | null,
  envelope: QueryEnvelope,
  from = '',
): Promise<QueryAnswer> {
  const handler = context.handlers.queries.get(envelope.name)
  if (!handler) return no({ code: 'not-found' })
  const parsed = handler.def.input.safeParse(envelope.input)
  if (!parsed.success) return no({ code: 'bad-input', fields: fieldIssues(parsed.error, envelope.input) })
  try {
    const view = await readOnly(context.knex, (trx) =>
      readQuery(context, trx, handler, { sessionHash, from }, parsed.data),
    )
    return { ok: true, view }
  } catch (error) {
    return no(refusalOf(context, error, { query: envelope.name }))
  }
}

async function readQuery(
  context: Context,
  trx: Knex.Transaction,
  handler: QueryHandler,
  { sessionHash, from }: { sessionHash: Buffer | null; from: string },
  input: unknown,
) {
  const { actor, now } = await enter(trx, sessionHash, handler.def.access)
  await limit(context, actor ? actorKey(actor) : `guest:${from}`, handler.def.name, handler.def.limit)
  return runHandler(context, { trx, actor, now }, handler, input)
}

interface Moment {
  readonly trx: Knex.Transaction
  /** The database's time at the start of the transaction. */
  readonly now: Date
}
/** A reading transaction of an actor. */
export interface Reading extends Moment {
  readonly actor: UserActor
}

/** Runs one more query in a reading, as if it were sent separately: parse, authorise, limit, run. Throws Refused. */
export async function askWithin<D extends QueryDef>(
  context: Kernel,
  reading: Reading,
  def: D,
  input: z.input<D['input']>,
): Promise<z.output<D['reply']>> {
  const handler = context.handlers.queries.get(def.name)
  if (!handler) throw refused({ code: 'not-found' })
  const parsed = def.input.safeParse(input)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, input) })
  if (!mayAccess(def.access, reading.actor.features)) throw refused({ code: 'not-authorized' })
  await limit(context, actorKey(reading.actor), def.name, def.limit)
  return (await runHandler(context, reading, handler, parsed.data)) as z.output<D['reply']>
}

async function runHandler(
  context: Context,
  { trx, actor, now }: Moment & { readonly actor: UserActor | null },
  handler: QueryHandler,
  input: unknown,
): Promise<unknown> {
  const { def } = handler
  const call = { input, actor, trx, now, refuse: refuser(), context }
  return def.reply.parse(await declaring(def, context.log, () => handler.run(call)))
}

/** Returns an error as a refusal. Bugs are logged with a support code. */
export function refusalOf(context: Context, error: unknown, where: Record<string, unknown>): Refusal {
  if (error instanceof Refused) return error.refusal
  if (isBadValue(error)) return { code: 'bad-input' }
  if (isUnavailable(error)) return unavailable(context, error, where)
  const code = supportCode()
  context.log.error({ err: error, ...where, supportCode: code }, 'call failed')
  return { code: 'unknown-failure', params: { supportCode: code }, supportCode: code }
}

function unavailable({ log, metrics }: Context, error: unknown, where: Record<string, unknown>): Refusal {
  if (!isStorageFull(error)) {
    log.warn({ err: error, ...where }, 'database unavailable')
    return { code: 'database-unavailable' }
  }
  metrics.storageFull.inc()
  log.error({ err: error, ...where }, 'the disk of the database is full')
  return { code: 'storage-full' }
}

/** Throws `too-many-requests` if the actor called too often. */
export async function limit(context: Context, key: string, name: string, rate: RateLimit): Promise<void> {
  const seconds = await context.limits.take(`${name}:${key}`, rate)
  if (seconds !== null) throw refused({ code: 'too-many-requests', params: { seconds } })
}

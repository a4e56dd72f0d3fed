import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { CommandAnswer } from '../../../contract/envelope.ts'
import { insert, plantUser } from '../../../db/testing/fixtures.ts'
import { makeSite, type TestSite } from '../../../telemetry/commands/testing/site.ts'
import { runCommand } from '../../kernel/bus/dispatch.ts'
import type { Kernel } from '../../kernel/bus/handlers.ts'
import { openSession, testContext } from '../../testing/context.ts'
import commandOutcome from '../command-outcome.ts'
import commandOutcomeAsGuest from '../command-outcome-as-guest.ts'
import requestAction from '../request-action.ts'
import requestActionAsGuest from '../request-action-as-guest.ts'

/**
 * A site with a way: barrier (every path, first), door (path 1, second), lot (path 1, third); in addition a door of
 * path 2.
 */
export interface Way extends TestSite {
  readonly barrier: number
  readonly door: number
  readonly lot: number
  readonly elsewhere: number
  readonly userId: number
  readonly session: Buffer
  readonly context: Kernel
}

const delays = { barrier: 300, door: 0, lot: 0, elsewhere: 0 }
let made = 0

export async function makeWay(knex: Knex): Promise<Way> {
  const number = (made += 1)
  const site = await makeSite(knex, { devices: 4 })
  const [barrier = 0, door = 0, lot = 0, elsewhere = 0] = site.deviceIds
  const type = (name: string) => knex('device_types').select('id').where({ type: name })
  const shape = (id: number, kind: string, row: object) =>
    knex('devices')
      .where({ id })
      .update({ device_type_id: type(kind), ...row })
  await shape(barrier, 'BARRIER', { path_number: -1, is_mandatory: true, post_action_delay_ms: delays.barrier })
  await shape(door, 'DOOR', { path_number: 1, is_mandatory: true, post_action_delay_ms: delays.door })
  await shape(lot, 'PARKING_LOT', { path_number: 1 })
  await shape(elsewhere, 'DOOR', { path_number: 2, is_optional: true, sequence_number: 0 })
  await insert(knex, 'barriers', {
    description: 'In',
    path_number: 1_000 + number,
    type: 'entrance',
    site_id: site.siteId,
    device_id: barrier,
  })
  const userId = await plantUser(knex, `way-${number}`)
  const commands = new Map(
    [requestAction, requestActionAsGuest, commandOutcome, commandOutcomeAsGuest].map((each) => [each.def.name, each]),
  )
  const context = testContext(knex, { commands, queries: new Map(), watches: new Map() })
  return { ...site, barrier, door, lot, elsewhere, userId, session: await openSession(knex, userId), context }
}

export interface Stay {
  /** Minutes from now. */
  from?: number
  until?: number
  main?: number
  beside?: readonly number[]
  rules?: object
  /** Further columns of the reservation. */
  head?: object
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Inserts a reservation of the person, running by default: the lot with barrier and door. Returns its id. */
export async function reserve(knex: Knex, way: Way, stay: Stay = {}): Promise<number> {
  const { from = -10, until = 50, main = way.lot, beside = [way.barrier, way.door], rules = {} } = stay
  const common = {
    user_id: way.userId,
    site_id: way.siteId,
    starts_at: inMinutes(from),
    ends_at: inMinutes(until),
    state: 'RESERVED',
    reserved_at: inMinutes(-100),
  }
  return knex.transaction(async (trx) => {
    const head = { ...common, device_id: main, rules: JSON.stringify(rules), ...stay.head }
    const id = await insert(trx, 'reservations', head)
    for (const device_id of beside)
      await insert(trx, 'reservations', { ...common, device_id, parent_id: id, shared: true })
    return id
  })
}

/** Creates a link of a reservation; returns its token. */
export async function link(knex: Knex, reservationId: number, row: object = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await knex('tokens').insert({
    purpose: 'remote-reservation',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: reservationId,
    created_at: inMinutes(-60),
    expires_at: inMinutes(50),
    ...row,
  })
  return token
}

interface DeviceRequest {
  deviceId?: number | null
  action?: 'open' | 'close'
  validUntil?: string
  id?: string
  context?: Kernel
}
const requestOf = ({
  deviceId = null,
  action = 'open',
  validUntil = inMinutes(1 / 6).toISOString(),
}: DeviceRequest) => ({
  deviceId,
  action,
  validUntil,
})

/** The owner's request, by default for the whole way. */
export function request(way: Way, reservationId: number, wanted: DeviceRequest = {}): Promise<CommandAnswer> {
  const { id = randomUUID(), context = way.context } = wanted
  return runCommand(context, way.session, {
    id,
    name: requestAction.def.name,
    input: { reservationId, ...requestOf(wanted) },
  })
}
/** A guest's. */
export function requestAsGuest(way: Way, token: string, wanted: DeviceRequest = {}): Promise<CommandAnswer> {
  const { id = randomUUID(), context = way.context } = wanted
  return runCommand(context, null, { id, name: requestActionAsGuest.def.name, input: { token, ...requestOf(wanted) } })
}
export const settleRequest = (way: Way, commandId: string): Promise<CommandAnswer> =>
  runCommand(way.context, way.session, { id: randomUUID(), name: commandOutcome.def.name, input: { commandId } })
export const settleAsGuestRequest = (way: Way, token: string, commandId: string): Promise<CommandAnswer> =>
  runCommand(way.context, null, { id: randomUUID(), name: commandOutcomeAsGuest.def.name, input: { token, commandId } })

/** Returns 'ok' or the refusal's code. */
export const codeOf = (answer: CommandAnswer): string => (answer.ok ? 'ok' : answer.refusal.code)
/** Returns the run that began; throws if it was refused. */
export function runOf(answer: CommandAnswer): string {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return (answer.reply as { runId: string }).runId
}

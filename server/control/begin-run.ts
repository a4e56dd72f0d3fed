import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { enqueue } from '../../db/transaction.ts'
import {
  type AllowedBy,
  type ControlRefusal,
  controlChecks,
  countsAs,
  openingsLeft,
  refusalOf,
  wayOf,
} from '../../machines/control.ts'
import { type HeldReservation, type HolderDevice, heldFacts, readHeld } from '../doors/holder.ts'
import { publishAccess } from '../doors/publish-access.ts'
import type { Context } from '../kernel/context.ts'
import { advanceRunning } from './advance-run.ts'
import { controlFacts } from './facts.ts'
import { type GivenRefusal, requestCommands } from './request-commands.ts'

/** A request of the holder of a reservation. */
export interface RunRequest {
  /** As read under its lock. */
  readonly held: HeldReservation
  readonly by: AllowedBy
  /** Null = the whole way. */
  readonly deviceIds: readonly number[] | null
  readonly action: 'open' | 'close'
  readonly userId?: number | null
  readonly tokenId?: number | null
  readonly accessEventId?: number | null
  /** For the command log. */
  readonly note?: string
}
export type BegunRun =
  | {
      readonly ok: true
      readonly runId: string
      /** Deadline of the first command. */
      readonly deadline: Date
      /** Openings left after this one; null = unlimited. */
      readonly openingsLeft: number | null
      readonly lastOpening: boolean
      readonly countsAs: 'entry' | 'exit'
    }
  | {
      readonly ok: false
      readonly code: ControlRefusal | 'run-in-progress' | 'device-not-yours'
      /** Its support code; null if no device was asked. */
      readonly supportCode: string | null
    }

const no = (code: Extract<BegunRun, { ok: false }>['code'], supportCode: string | null = null): BegunRun => ({
  ok: false,
  code,
  supportCode,
})

/**
 * Begins a run under the reservation's lock (rules C-21 to C-24): commands the first device and counts the opening. A
 * refusal is logged and not counted.
 */
export async function beginRun(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  request: RunRequest,
): Promise<BegunRun> {
  if (!devicesOf(request)) return no('device-not-yours')
  const before = await advanceRunning(trx, context, request.held)
  if (before === 'running') return no('run-in-progress')
  return begin(trx, context, before === 'ended' ? { ...request, held: await again(trx, request.held) } : request)
}

/** Locked here, because the end of a run may have given an opening back. */
async function again(trx: Knex.Transaction, { reservationId }: HeldReservation): Promise<HeldReservation> {
  const held = await readHeld(trx, reservationId)
  if (!held) throw new Error(`reservation ${reservationId} is gone`)
  return held
}

async function begin(trx: Knex.Transaction, context: Pick<Context, 'link'>, request: RunRequest): Promise<BegunRun> {
  const { held, action } = request
  const devices = devicesOf(request)
  if (!devices) return no('device-not-yours')
  const barriers = devices.map(({ barrier }) => barrier)
  const counts = countsAs(action, barriers)
  const runId = await writeRun(trx, request, devices, counts)
  const queue = await fromFirstToMove(trx, context, request, devices, counts)
  for (const [index, device] of queue.entries()) {
    const { issued, refused } = await requestCommands(trx, context, {
      ...request,
      devices: [device],
      held: await heldFacts(trx, held, device.id, counts),
      reservationId: held.reservationId,
      runId,
    })
    const [first] = issued
    if (first) {
      const { deviceCommandId, deadline } = first
      await enqueue(trx, issuedSql, { runId, place: devices.indexOf(device) + 1, deviceCommandId })
      const left = await count(trx, held, counts)
      await publishAccess(trx, [held.reservationId])
      return { ok: true, runId, deadline, openingsLeft: left, lastOpening: left === 0, countsAs: counts }
    }
    const [against] = refused
    if (!against) throw new Error(`device ${device.id} was neither commanded nor refused`)
    // It has just reached the requested state: skipped like the devices that were in it before.
    if (against.code !== 'already-in-state' || index === queue.length - 1) return undo(trx, runId, against)
  }
  throw new Error('a run needs a device')
}

/**
 * Returns the devices of the request by ascending sequence number; null = one of them is not part of this reservation,
 * or it has none.
 */
function devicesOf({ held, deviceIds, action }: RunRequest): readonly HolderDevice[] | null {
  const main = held.devices.find((device) => device.main)
  if (!main) return null
  if (deviceIds) {
    const meant = held.devices.filter(({ id }) => deviceIds.includes(id))
    return meant.length > 0 && meant.length === new Set(deviceIds).size ? meant : null
  }
  const way = wayOf(held.devices, action)
  return way.length > 0 ? way : [main]
}

/**
 * Drops the leading devices that are already in the requested state. If all are, keeps the first, which is then
 * refused.
 */
async function fromFirstToMove(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  { held, action, by }: RunRequest,
  devices: readonly HolderDevice[],
  counts: 'entry' | 'exit',
): Promise<readonly HolderDevice[]> {
  if (devices.length === 1) return devices
  const linked = await context.link.linkedAmong([...new Set(devices.map(({ gatewayId }) => gatewayId))])
  const ids = devices.map(({ id }) => id)
  const { facts, at } = await controlFacts(trx, ids, linked)
  for (const [index, { id }] of devices.entries()) {
    const device = facts.get(id)
    if (!device) throw new Error(`device ${id} is gone`)
    const checks = controlChecks({ action, by }, device, await heldFacts(trx, held, id, counts), at)
    if (refusalOf(checks) !== 'already-in-state') return devices.slice(index)
  }
  return devices.slice(0, 1)
}

async function writeRun(
  trx: Knex.Transaction,
  { held, by, action, userId, tokenId, accessEventId }: RunRequest,
  devices: readonly HolderDevice[],
  counts: 'entry' | 'exit',
): Promise<string> {
  const id = randomUUID()
  await enqueue(trx, writeRunSql, {
    id,
    siteId: held.siteId,
    reservationId: held.reservationId,
    userId: userId ?? null,
    tokenId: tokenId ?? null,
    accessEventId: accessEventId ?? null,
    action,
    path: held.devices.find((device) => device.main)?.pathNumber ?? -1,
    by,
    counts,
    at: held.at,
    devices: devices.map((device) => device.id),
  })
  return id
}

const writeRunSql = `with run as (
    insert into control_runs (id, site_id, reservation_id, user_id, token_id, access_event_id, action, path_number, allowed_by, counts_as, created_at, version)
    values (:id, :siteId, :reservationId, :userId, :tokenId, :accessEventId, :action, :path, :by, :counts, :at, nextval('change_version'))
    returning id)
  insert into control_steps (run_id, place, device_id)
  select run.id, device.place, device.id from run, unnest(:devices::integer[]) with ordinality as device (id, place)`

/** SQL: marks the step at :place as commanded and those before it as skipped. */
const issuedSql = `update control_steps set state = case when place = :place then 'issued' else 'skipped' end, device_command_id = case when place = :place then :deviceCommandId::uuid end
  where run_id = :runId and place <= :place`

/** Counts the opening and returns how many are left; null = unlimited. The reservation's lock makes the count exact. */
async function count(trx: Knex.Transaction, held: HeldReservation, counts: 'entry' | 'exit'): Promise<number | null> {
  const [used, limit] = counts === 'entry' ? [held.entriesUsed, held.entryLimit] : [held.exitsUsed, held.exitLimit]
  await enqueue(trx, countSql[counts], [held.reservationId])
  return openingsLeft({ used: used + 1, limit })
}

const countSql = {
  entry: 'update reservations set entries_used = entries_used + 1 where id = ?',
  exit: 'update reservations set exits_used = exits_used + 1 where id = ?',
}

/** Deletes a run that commanded nothing. The request stays in the command log. */
async function undo(trx: Knex.Transaction, runId: string, { code, supportCode }: GivenRefusal): Promise<BegunRun> {
  await trx('device_commands').where({ run_id: runId }).update({ run_id: null })
  await trx('control_runs').where({ id: runId }).delete()
  return no(code, supportCode)
}

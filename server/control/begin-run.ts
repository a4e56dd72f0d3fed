import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { enqueue } from '../../db/transaction.ts'
import {
  type AllowedBy,
  attemptsLeft,
  type ControlRefusal,
  controlChecks,
  countsAs,
  refusalOf,
  wayOf,
} from '../../machines/control.ts'
import { type HeldReservation, type HolderDevice, heldFacts, readHeld } from '../doors/holder.ts'
import { tellAccess } from '../doors/tell-access.ts'
import type { Context } from '../kernel/context.ts'
import { advanceRunning } from './advance-run.ts'
import { controlFacts } from './facts.ts'
import { type GivenRefusal, giveOrders } from './give.ts'

/** A wish of whoever holds a reservation. */
export interface RunWish {
  /** As it is under its lock. */
  readonly held: HeldReservation
  readonly by: AllowedBy
  /** Null = the whole way. */
  readonly deviceIds: readonly number[] | null
  readonly action: 'open' | 'close'
  readonly userId?: number | null
  readonly tokenId?: number | null
  readonly accessEventId?: number | null
  /** For the ledger. */
  readonly note?: string
}
export type BegunRun =
  | {
      readonly ok: true
      readonly runId: string
      /** Of the first order. */
      readonly deadline: Date
      /** After this one; null = unlimited. */
      readonly attemptsLeft: number | null
      readonly lastAttempt: boolean
      readonly countsAs: 'entry' | 'exit'
    }
  | {
      readonly ok: false
      readonly code: ControlRefusal | 'run-in-progress' | 'device-not-yours'
      /** Finds it in the ledger; null where nothing was asked of a device. */
      readonly supportCode: string | null
    }

const no = (code: Extract<BegunRun, { ok: false }>['code'], supportCode: string | null = null): BegunRun => ({
  ok: false,
  code,
  supportCode,
})

/**
 * Begins a run over devices of a reservation in ascending sequence number (rules C-21 to C-24), in the transaction in which the reservation
 * was locked: the first device is decided and ordered, and the attempt counted. The others follow by advanceRun. What is refused is kept
 * in the ledger and counts nothing.
 */
export async function beginRun(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  wish: RunWish,
): Promise<BegunRun> {
  if (!devicesOf(wish)) return no('device-not-yours')
  const before = await advanceRunning(trx, context, wish.held)
  if (before === 'running') return no('run-in-progress')
  return begin(trx, context, before === 'ended' ? { ...wish, held: await again(trx, wish.held) } : wish)
}

/** The end of a run may have given an attempt back. */
async function again(trx: Knex.Transaction, { reservationId }: HeldReservation): Promise<HeldReservation> {
  const held = await readHeld(trx, reservationId)
  if (!held) throw new Error(`reservation ${reservationId} is gone`)
  return held
}

async function begin(trx: Knex.Transaction, context: Pick<Context, 'link'>, wish: RunWish): Promise<BegunRun> {
  const { held, action } = wish
  const devices = devicesOf(wish)
  if (!devices) return no('device-not-yours')
  const counts = countsAs(
    action,
    devices.map(({ barrier }) => barrier),
  )
  const runId = await writeRun(trx, wish, devices, counts)
  const queue = await fromFirstToMove(trx, context, wish, devices, counts)
  for (const [index, device] of queue.entries()) {
    const { issued, refused } = await giveOrders(trx, context, {
      ...wish,
      devices: [device],
      held: await heldFacts(trx, held, device.id, counts),
      reservationId: held.reservationId,
      runId,
    })
    const [first] = issued
    if (first) {
      await order(trx, runId, devices, device, first.orderId)
      const left = await count(trx, held, counts)
      await tellAccess(trx, [held.reservationId])
      return {
        ok: true,
        runId,
        deadline: first.deadline,
        attemptsLeft: left,
        lastAttempt: left === 0,
        countsAs: counts,
      }
    }
    const [against] = refused
    if (!against) throw new Error(`device ${device.id} was neither ordered nor refused`)
    // It came to be so in this very moment: one goes past it as past those that were so before.
    if (against.code !== 'already-in-state' || index === queue.length - 1) return undo(trx, runId, against)
  }
  throw new Error('a run over no device')
}

/** The devices that are meant, in ascending sequence number; null = one of them is not of this reservation, or it has none. */
function devicesOf({ held, deviceIds, action }: RunWish): readonly HolderDevice[] | null {
  const main = held.devices.find((device) => device.main)
  if (!main) return null
  if (deviceIds) {
    const meant = held.devices.filter(({ id }) => deviceIds.includes(id))
    return meant.length > 0 && meant.length === new Set(deviceIds).size ? meant : null
  }
  const way = wayOf(held.devices, action)
  return way.length > 0 ? way : [main]
}

/** Without the leading devices that are in the wished state already: one goes past them. All of them when all are: that is refused. */
async function fromFirstToMove(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  { held, action, by }: RunWish,
  devices: readonly HolderDevice[],
  counts: 'entry' | 'exit',
): Promise<readonly HolderDevice[]> {
  if (devices.length === 1) return devices
  const linked = await context.link.linkedAmong([...new Set(devices.map(({ gatewayId }) => gatewayId))])
  const ids = devices.map(({ id }) => id)
  const { facts, at } = await controlFacts(trx, ids, linked)
  for (const [index, device] of devices.entries()) {
    const known = facts.get(device.id)
    if (!known) throw new Error(`device ${device.id} is gone`)
    const checks = controlChecks({ action, by }, known, await heldFacts(trx, held, device.id, counts), at)
    if (refusalOf(checks) !== 'already-in-state') return devices.slice(index)
  }
  return devices.slice(0, 1)
}

async function writeRun(
  trx: Knex.Transaction,
  { held, by, action, userId, tokenId, accessEventId }: RunWish,
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

/** The first order went out for this device; the devices before it are open already. */
async function order(
  trx: Knex.Transaction,
  runId: string,
  devices: readonly HolderDevice[],
  device: HolderDevice,
  orderId: string,
): Promise<void> {
  const place = devices.indexOf(device) + 1
  await enqueue(trx, orderedSql, { runId, place, orderId })
}

const orderedSql = `update control_steps set state = case when place = :place then 'ordered' else 'skipped' end, order_id = case when place = :place then :orderId::uuid end
  where run_id = :runId and place <= :place`

/** Counts the attempt; answers how many are left, null = unlimited. The lock of the reservation makes the count exact. */
async function count(trx: Knex.Transaction, held: HeldReservation, counts: 'entry' | 'exit'): Promise<number | null> {
  const [used, limit] = counts === 'entry' ? [held.entriesUsed, held.entryLimit] : [held.exitsUsed, held.exitLimit]
  await enqueue(trx, countSql[counts], [held.reservationId])
  return attemptsLeft({ used: used + 1, limit })
}

const countSql = {
  entry: 'update reservations set entries_used = entries_used + 1 where id = ?',
  exit: 'update reservations set exits_used = exits_used + 1 where id = ?',
}

/** Nothing was ordered: there was no run. What was asked stays in the ledger. */
async function undo(trx: Knex.Transaction, runId: string, { code, supportCode }: GivenRefusal): Promise<BegunRun> {
  await trx('orders').where({ run_id: runId }).update({ run_id: null })
  await trx('control_runs').where({ id: runId }).delete()
  return no(code, supportCode)
}

import type { Knex } from 'knex'
import type { RoomChange } from '../../contract/changes.ts'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import type { Action } from '../../machines/device.ts'
import {
  type DeviceCommand,
  type DeviceCommandEvent,
  type DeviceCommandState,
  nextDeviceCommand,
  openCommandStates,
} from '../../machines/device-command.ts'
import { deviceChanges } from '../views/device.ts'
import { orderChanges } from '../views/order.ts'

/** An order, read while the state of its device is locked: that lock guards all orders of the device. */
export interface LockedOrder extends DeviceCommand {
  readonly id: string
  readonly deviceId: number
  readonly gatewayId: number
  readonly action: Action
  readonly supportCode: string
  readonly issuedAt: Date
  readonly sentAt: Date | null
  /** By a gateway's clock that is behind: the earliest time at which it spoke of the order. */
  readonly hadAt: Date | null
  readonly deadline: Date
}

/** An order after something happened to it. Times are given only where they are new. */
export interface Moved {
  readonly order: LockedOrder
  readonly next: DeviceCommand
  readonly sentAt?: Date
  /** Where it is sent: how many counters of its gateway were drawn after its own, in this transaction before this is written. */
  readonly drawnAfter?: number
  readonly takenAt?: Date
  readonly answeredAt?: Date
  readonly answer?: object
  readonly hadAt?: Date
  /** When the device reported the wished state. */
  readonly confirmedAt?: Date
}

export const orderColumns = `o.id, o.device_id AS "deviceId", o.gateway_id AS "gatewayId", o.action, o.state, o.reason, o.late,
  o.support_code AS "supportCode", o.issued_at AS "issuedAt", o.sent_at AS "sentAt", o.had_at AS "hadAt", o.deadline`

const lockSql = 'SELECT device_id FROM device_states WHERE device_id = ANY (?) ORDER BY device_id FOR NO KEY UPDATE'
const lockFreeSql = `${lockSql} SKIP LOCKED`
const ordersSql = `SELECT ${orderColumns} FROM orders o WHERE o.id = ANY (?::uuid[]) ORDER BY o.id`

/**
 * Locks the states of devices in ascending order. Whoever changes orders holds this lock of their devices; further locks follow in the
 * order device_states, gateways, orders, malfunctions.
 */
export async function lockDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length > 0) await prepared(trx, lockSql, [[...deviceIds]])
}

/** The same, sent at once: what follows on the connection reads what is locked. Answers which are. */
export function lockingDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<number[]> {
  return locking(trx, lockSql, deviceIds)
}

/** So soon it is looked again whether a device is free that somebody held, ms. */
export const heldMs = 25

/** As lockingDevices, of those devices that nobody else holds now: waits for none. */
export function lockingFreeDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<number[]> {
  return locking(trx, lockFreeSql, deviceIds)
}

async function locking(trx: Knex.Transaction, sql: string, deviceIds: readonly number[]): Promise<number[]> {
  return (await prepared<{ device_id: number }>(trx, sql, [deviceIds])).map(({ device_id: id }) => id)
}

/** Orders by id; call after lockDevices. */
export async function readOrders(trx: Knex.Transaction, ids: readonly string[]): Promise<LockedOrder[]> {
  return ids.length === 0 ? [] : prepared<LockedOrder>(trx, ordersSql, [[...ids]])
}

/** The same, sent at once. */
export function readingOrders(trx: Knex.Transaction, ids: readonly string[]): Promise<LockedOrder[]> {
  return prepared<LockedOrder>(trx, ordersSql, [ids])
}

export function isOpen(state: DeviceCommandState): boolean {
  return (openCommandStates as readonly DeviceCommandState[]).includes(state)
}

/**
 * The order after `event` at `now`. Past its deadline the deadline comes first, so that it makes no difference whether the job that
 * watches deadlines was faster; when the event then says nothing more, the order is left as it is, for that job.
 */
export function advance(command: DeviceCommand, deadline: Date, event: DeviceCommandEvent, now: Date): DeviceCommand {
  if (!isOpen(command.state) || now <= deadline) return nextDeviceCommand(command, event)
  const overdue = nextDeviceCommand(command, { type: 'DEADLINE' })
  const next = nextDeviceCommand(overdue, event)
  return next === overdue ? command : next
}

/** Writes what happened to orders, with a new version each, in one statement; runs along a path hear of it, to go on or to be told. */
export async function writeOrders(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<void> {
  if (moved.length > 0) await tellRuns(trx, await prepared<OfRun>(trx, writeSql, [writtenRows(moved, now)]))
}

/** As writeOrders and touchDevices; answers what screens are told of both. What changed and how it looks then goes in one go. */
export async function moveOrders(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<RoomChange[]> {
  const ids = moved.map(({ order }) => order.id)
  const deviceIds = moved.map(({ order }) => order.deviceId)
  // Sent in this order: the views show what is written.
  const [ofRuns, , devices, orders] = await pipelined([
    prepared<OfRun>(trx, writeSql, [writtenRows(moved, now)]),
    prepared(trx, touchSql, [deviceIds]),
    deviceChanges(trx, deviceIds),
    orderChanges(trx, ids),
  ])
  await tellRuns(trx, ofRuns)
  return [...devices, ...orders]
}

/**
 * The same for orders that their devices spoke of: devices that confirmed a wish remember the latest, and get a new version with the others. Answers what
 * screens are told of the orders; of the devices the caller tells.
 */
export async function writeSettled(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<RoomChange[]> {
  const latest = new Map<number, Moved>()
  for (const each of moved) {
    const { deviceId } = each.order
    const known = latest.get(deviceId)
    if (known?.confirmedAt && !(each.confirmedAt && each.confirmedAt >= known.confirmedAt)) continue
    latest.set(deviceId, each)
  }
  const devices = [...latest.values()]
  const [ofRuns, , orders] = await pipelined([
    prepared<OfRun>(trx, writeSql, [writtenRows(moved, now)]),
    prepared(trx, confirmSql, [
      devices.map(({ order }) => order.deviceId),
      devices.map(({ order, confirmedAt }) => (confirmedAt ? order.action : null)),
      devices.map(({ confirmedAt }) => confirmedAt ?? null),
    ]),
    orderChanges(
      trx,
      moved.map(({ order }) => order.id),
    ),
  ])
  await tellRuns(trx, ofRuns)
  return orders
}

const confirmSql = `UPDATE device_states s SET version = nextval('change_version'),
    confirmed = CASE WHEN m.at >= coalesce(s.confirmed_at, m.at) THEN m.action ELSE s.confirmed END, confirmed_at = greatest(s.confirmed_at, m.at)
  FROM unnest(?::integer[], ?::text[], ?::timestamptz[]) AS m (device_id, action, at) WHERE s.device_id = m.device_id`

interface OfRun {
  readonly run: string | null
}
const writeSql = `UPDATE orders o SET state = n.state, reason = n.reason, late = n.late, sent_at = coalesce(n.sent_at, o.sent_at),
    counter = CASE WHEN n.drawn_after IS NULL THEN o.counter ELSE (SELECT order_counter FROM gateways WHERE id = o.gateway_id) - n.drawn_after END,
    taken_at = coalesce(o.taken_at, n.taken_at), answered_at = coalesce(n.answered_at, o.answered_at),
    answer = coalesce(n.answer, o.answer), settled_at = coalesce(n.settled_at, o.settled_at), had_at = least(n.had_at, o.had_at), version = nextval('change_version')
  FROM jsonb_to_recordset(?::jsonb) AS n (id uuid, state text, reason text, late boolean, drawn_after integer, sent_at timestamptz, taken_at timestamptz,
    answered_at timestamptz, answer jsonb, settled_at timestamptz, had_at timestamptz)
  WHERE o.id = n.id
  RETURNING (SELECT r.id FROM control_runs r WHERE r.id = o.run_id AND r.kind = 'path') AS run`

function writtenRows(moved: readonly Moved[], now: Date): string {
  const rows = moved.map(({ order, next, sentAt, drawnAfter, takenAt, answeredAt, answer, hadAt }) => ({
    id: order.id,
    state: next.state,
    reason: next.reason,
    late: next.late,
    drawn_after: drawnAfter ?? null,
    sent_at: sentAt ?? null,
    taken_at: takenAt ?? null,
    answered_at: answeredAt ?? null,
    answer: answer ?? null,
    settled_at: isOpen(next.state) || next.state === order.state ? null : now,
    had_at: hadAt ?? null,
  }))
  return JSON.stringify(rows)
}

async function tellRuns(trx: Knex.Transaction, ofRuns: readonly OfRun[]): Promise<void> {
  const runIds = [...new Set(ofRuns.flatMap(({ run }) => run ?? []))]
  if (runIds.length > 0) await publish(trx, [], fact('control.orderMoved', { runIds }))
}

const touchSql = `UPDATE device_states SET version = nextval('change_version') WHERE device_id = ANY (?)`

/** Gives devices a new version, because their view shows an order, a link or a period that changed. They must be locked. */
export async function touchDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length > 0) await prepared(trx, touchSql, [[...deviceIds]])
}

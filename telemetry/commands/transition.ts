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
import { deviceCommandChanges } from '../views/device-command.ts'

/** A command, read under the lock of its device's state, which guards all commands of the device. */
export interface LockedCommand extends DeviceCommand {
  readonly id: string
  readonly deviceId: number
  readonly gatewayId: number
  readonly action: Action
  readonly supportCode: string
  readonly issuedAt: Date
  readonly sentAt: Date | null
  /** If the gateway's clock is slow: the earliest time, by that clock, at which it mentioned the command. */
  readonly hadAt: Date | null
  readonly deadline: Date
}

/** A command after an event. Holds only new times. */
export interface Moved {
  readonly deviceCommand: LockedCommand
  readonly next: DeviceCommand
  readonly sentAt?: Date
  /** If it is being sent: number of counters that this transaction draws after its own. */
  readonly drawnAfter?: number
  readonly takenAt?: Date
  readonly answeredAt?: Date
  readonly answer?: object
  readonly hadAt?: Date
  /** When the device reported the requested state. */
  readonly confirmedAt?: Date
}

export const deviceCommandColumns = `o.id, o.device_id AS "deviceId", o.gateway_id AS "gatewayId", o.action, o.state, o.reason, o.late,
  o.support_code AS "supportCode", o.issued_at AS "issuedAt", o.sent_at AS "sentAt", o.had_at AS "hadAt", o.deadline`

const lockSql = 'SELECT device_id FROM device_states WHERE device_id = ANY (?) ORDER BY device_id FOR NO KEY UPDATE'

/**
 * Locks the states of devices in ascending order. Every writer of commands holds this lock of their devices; further
 * locks follow in the order device_states, gateways, device_commands, malfunctions.
 */
export async function lockDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length > 0) await prepared(trx, lockSql, [deviceIds])
}

/** Retry delay for a device whose state is locked by another transaction, ms. */
export const heldMs = 25

/** As lockDevices, but skips devices that others hold. Returns the ids of those it locked. */
export async function lockFreeDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<number[]> {
  const rows = await prepared<{ device_id: number }>(trx, `${lockSql} SKIP LOCKED`, [deviceIds])
  return rows.map(({ device_id }) => device_id)
}

/** Returns commands by id; call after the locks. */
export async function readDeviceCommands(trx: Knex.Transaction, ids: readonly string[]): Promise<LockedCommand[]> {
  if (ids.length === 0) return []
  return prepared<LockedCommand>(
    trx,
    `SELECT ${deviceCommandColumns} FROM device_commands o WHERE o.id = ANY (?::uuid[]) ORDER BY o.id`,
    [ids],
  )
}

export function isOpen(state: DeviceCommandState): boolean {
  return (openCommandStates as readonly DeviceCommandState[]).includes(state)
}

/**
 * Returns the command after `event` at `now`. Past its deadline the deadline comes first, as if the job that watches deadlines had been
 * faster; if the event then changes nothing, the command is left to that job.
 */
export function advance(command: DeviceCommand, deadline: Date, event: DeviceCommandEvent, now: Date): DeviceCommand {
  if (!isOpen(command.state) || now <= deadline) return nextDeviceCommand(command, event)
  const overdue = nextDeviceCommand(command, { type: 'DEADLINE' })
  const next = nextDeviceCommand(overdue, event)
  return next === overdue ? command : next
}

/** Writes changes of commands, with a new version each, in one statement; publishes them to runs along a path. */
export async function writeDeviceCommands(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<void> {
  if (moved.length > 0) await publishRuns(trx, await writing(trx, moved, now))
}

/** As writeDeviceCommands and touchDevices. Returns the changes of both for screens; all statements are sent at once. */
export async function moveDeviceCommands(
  trx: Knex.Transaction,
  moved: readonly Moved[],
  now: Date,
): Promise<RoomChange[]> {
  const ids = moved.map(({ deviceCommand }) => deviceCommand.id)
  const deviceIds = moved.map(({ deviceCommand }) => deviceCommand.deviceId)
  // Sent in this order: the views show what is written.
  const [ofRuns, , devices, deviceCommands] = await pipelined([
    writing(trx, moved, now),
    prepared(trx, touchSql, [deviceIds]),
    deviceChanges(trx, deviceIds),
    deviceCommandChanges(trx, ids),
  ])
  await publishRuns(trx, ofRuns)
  return [...devices, ...deviceCommands]
}

/**
 * As moveDeviceCommands, for commands that devices or gateways reported on: devices keep the latest confirmed request. Returns
 * the changes of the commands only; the caller publishes those of the devices.
 */
export async function writeOutcomes(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<RoomChange[]> {
  const latest = new Map<number, Moved>()
  for (const each of moved) {
    const { deviceId } = each.deviceCommand
    const known = latest.get(deviceId)
    if (known?.confirmedAt && !(each.confirmedAt && each.confirmedAt >= known.confirmedAt)) continue
    latest.set(deviceId, each)
  }
  const devices = [...latest.values()]
  const ids = moved.map(({ deviceCommand }) => deviceCommand.id)
  const [ofRuns, , deviceCommands] = await pipelined([
    writing(trx, moved, now),
    prepared(trx, confirmSql, [
      devices.map(({ deviceCommand }) => deviceCommand.deviceId),
      devices.map(({ deviceCommand, confirmedAt }) => (confirmedAt ? deviceCommand.action : null)),
      devices.map(({ confirmedAt }) => confirmedAt ?? null),
    ]),
    deviceCommandChanges(trx, ids),
  ])
  await publishRuns(trx, ofRuns)
  return deviceCommands
}

const confirmSql = `UPDATE device_states s SET version = nextval('change_version'),
    confirmed = CASE WHEN m.at >= coalesce(s.confirmed_at, m.at) THEN m.action ELSE s.confirmed END, confirmed_at = greatest(s.confirmed_at, m.at)
  FROM unnest(?::integer[], ?::text[], ?::timestamptz[]) AS m (device_id, action, at) WHERE s.device_id = m.device_id`

interface OfRun {
  readonly run: string | null
}
const writeSql = `UPDATE device_commands o SET state = n.state, reason = n.reason, late = n.late, sent_at = coalesce(n."sentAt", o.sent_at),
    counter = CASE WHEN n."drawnAfter" IS NULL THEN o.counter ELSE (SELECT order_counter FROM gateways WHERE id = o.gateway_id) - n."drawnAfter" END,
    taken_at = coalesce(o.taken_at, n."takenAt"), answered_at = coalesce(n."answeredAt", o.answered_at),
    answer = coalesce(n.answer, o.answer), settled_at = coalesce(n."settledAt", o.settled_at), had_at = least(n."hadAt", o.had_at), version = nextval('change_version')
  FROM jsonb_to_recordset(?::jsonb) AS n (id uuid, state text, reason text, late boolean, "drawnAfter" integer, "sentAt" timestamptz, "takenAt" timestamptz,
    "answeredAt" timestamptz, answer jsonb, "settledAt" timestamptz, "hadAt" timestamptz)
  WHERE o.id = n.id
  RETURNING (SELECT r.id FROM control_runs r WHERE r.id = o.run_id AND r.kind = 'path') AS run`

/** Sends the statement that writes commands; a missing value leaves its column unchanged. */
function writing(trx: Knex.Transaction, moved: readonly Moved[], now: Date): Promise<OfRun[]> {
  const rows = moved.map(({ deviceCommand, next: { state, reason, late }, ...times }) => ({
    ...times,
    id: deviceCommand.id,
    state,
    reason,
    late,
    settledAt: isOpen(state) || state === deviceCommand.state ? null : now,
  }))
  return prepared<OfRun>(trx, writeSql, [JSON.stringify(rows)])
}

async function publishRuns(trx: Knex.Transaction, ofRuns: readonly OfRun[]): Promise<void> {
  const runIds = [...new Set(ofRuns.flatMap(({ run }) => run ?? []))]
  if (runIds.length > 0) await publish(trx, [], fact('control.commandMoved', { runIds }))
}

const touchSql = `UPDATE device_states SET version = nextval('change_version') WHERE device_id = ANY (?)`

/** Gives devices a new version, because their view shows a command, a link or a period that changed. They must be locked. */
export async function touchDevices(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length > 0) await prepared(trx, touchSql, [deviceIds])
}

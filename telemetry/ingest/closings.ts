import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import {
  type Closing,
  type ClosingEvent,
  type GateTimes,
  nextClosing,
  standsOpen,
  wasUsed,
} from '../../machines/auto-close.ts'
import type { DeviceStatus, DoorState } from '../../machines/device.ts'
import type { Opening } from '../malfunctions/malfunctions.ts'
import type { DeviceState, FoldedMessage } from '../messages/fold.ts'

/** What a batch of messages implies for closing a device automatically. */
export interface Hint {
  readonly deviceId: number
  readonly before: Pick<DeviceState, 'status' | 'lastStatus'>
  /** Somebody passed. */
  readonly passed: boolean
  /** It was closed for a moment within the batch. */
  readonly closedBetween: boolean
}

/** Returns the hint of a device's messages, or null for most batches, which then need no query. */
export function hintOf(
  deviceId: number,
  before: DeviceState,
  next: DeviceState,
  said: readonly FoldedMessage[],
): Hint | null {
  const passed = said.some(({ body }) => body.kind === 'event' && (body.event === 'entry' || body.event === 'exit'))
  const moved =
    before.status !== next.status || before.door !== next.door || before.lastStateChange !== next.lastStateChange
  if (!passed && !moved) return null
  const since = Math.max(before.statusAt ?? 0, before.doorAt ?? 0)
  const closedBetween = said.some(
    ({ at, body }) => body.kind === 'status' && at > since && standsOpen(shown(body), false) === false,
  )
  return { deviceId, before, passed, closedBetween }
}

const shown = (body: { status: DeviceStatus; door?: DoorState | undefined }) => ({
  status: body.status,
  door: body.door ?? null,
})

/**
 * Begins, postpones and ends automatic closings, after the states of these devices were written and their commands closed. The caller holds
 * the locks of their states, which guard the rows too. `settled` = devices with a closed command. `read` = readFacts of hinted devices, read
 * earlier. Returns malfunctions of devices that do not stay closed.
 */
export async function followClosings(
  trx: Knex.Transaction,
  hints: readonly Hint[],
  settled: readonly number[],
  now: Date,
  read: readonly Facts[] = [],
): Promise<Opening[]> {
  const byDevice = new Map(hints.map((hint) => [hint.deviceId, hint]))
  const old = new Set(settled)
  const known = read.filter(({ deviceId }) => !old.has(deviceId))
  const ids = new Set([...byDevice.keys(), ...settled])
  for (const { deviceId } of known) ids.delete(deviceId)
  const at = now.getTime()
  const changes: Changed[] = []
  for (const facts of [...known, ...(await readFacts(trx, [...ids], now))]) {
    let closing = facts.closing
    for (const event of eventsOf(facts, byDevice.get(facts.deviceId)))
      closing = nextClosing(closing, event, facts.times, at)
    if (closing !== facts.closing) changes.push({ deviceId: facts.deviceId, closing })
  }
  await saveClosings(trx, changes)
  return openingsOf(trx, changes, now)
}

/** Facts of a device that may close automatically. */
export interface Facts {
  readonly deviceId: number
  readonly status: DeviceStatus
  readonly door: DoorState | null
  readonly times: GateTimes
  /** It is set up to close automatically, and nobody has opened it in an emergency. */
  readonly closes: boolean
  readonly occupiedBlocksControl: boolean
  readonly closing: Closing | null
  /** A command opened it since it was last closed; when that was confirmed. */
  readonly openedByCommand: boolean
  readonly openConfirmedAt: number | null
  readonly bounces: number
}

function eventsOf(facts: Facts, hint: Hint | undefined): ClosingEvent[] {
  const open = standsOpen(facts, facts.openedByCommand)
  if (!facts.closes || open === false) return facts.closing ? [{ type: 'CLOSED' }] : []
  const events: ClosingEvent[] = []
  const { closing, openConfirmedAt, bounces } = facts
  const again = closing !== null && openConfirmedAt !== null && openConfirmedAt > closing.openedAt
  if (open && (closing === null || again || hint?.closedBetween)) events.push({ type: 'OPENED', bounces })
  if (hint && (hint.passed || wasUsed(hint.before, facts.status, facts.occupiedBlocksControl)))
    events.push({ type: 'USED' })
  return events
}

/**
 * Returns SQL of the last command that moved the device of `alias`. An emergency opening counts whatever its outcome: what stood open does
 * not move, and still stays open.
 */
export const lastMove = (
  alias: string,
): string => `SELECT action, allowed_by, issued_at, had_at, settled_at FROM device_commands
  WHERE device_id = ${alias}.device_id AND action IN ('open', 'close')
    AND (state = 'confirmed' OR action = 'open' AND allowed_by = 'emergency' AND state <> 'refused') ORDER BY issued_at DESC LIMIT 1`

/** Seconds after closing within which an opening is a bounce, not a person. */
const bounceSeconds = 3

/** Returns the facts of devices; sends no query if there are none. */
export async function readFacts(trx: Knex.Transaction, ids: readonly number[], now: Date): Promise<Facts[]> {
  if (ids.length === 0) return []
  const rows = await prepared<Omit<Facts, 'times' | 'closing'> & GateTimes & ClosingRow>(
    trx,
    `SELECT s.device_id AS "deviceId", s.status, s.door_state AS door, t.occupied_blocks_control AS "occupiedBlocksControl",
         d.auto_close_gatetime_s AS "usedS", d.auto_close_unused_gatetime_s AS "unusedS",
         d.auto_close AND d.retired_at IS NULL AND 'close' = ANY (t.controls) AND (o.action IS DISTINCT FROM 'open' OR o.allowed_by <> 'emergency') AS closes,
         o.action IS NOT DISTINCT FROM 'open' AND (s.door_state IS NOT NULL OR NOT EXISTS (SELECT FROM device_reports r
           WHERE r.device_id = s.device_id AND r.at > least(o.issued_at, o.had_at) AND r.status = 'blocked' AND r.received_at > o.settled_at)) AS "openedByCommand",
         CASE WHEN o.action = 'open' THEN (extract(epoch FROM o.settled_at) * 1000)::float8 END AS "openConfirmedAt",
         CASE WHEN o.action = 'close' AND o.allowed_by = 'schedule' AND o.settled_at > ?::timestamptz - make_interval(secs => ?)
           THEN (SELECT count(*) FROM device_commands b WHERE b.device_id = s.device_id AND b.action = 'close' AND b.allowed_by = 'schedule' AND b.sent_at IS NOT NULL
             AND b.issued_at > greatest(?::timestamptz - interval '2 minutes',
               (SELECT max(p.issued_at) FROM device_commands p WHERE p.device_id = s.device_id AND p.action = 'open' AND p.state = 'confirmed')))
           ELSE 0 END::integer AS bounces,
         ${closingColumns}
       FROM device_states s JOIN devices d ON d.id = s.device_id JOIN device_types t ON t.id = d.device_type_id
       LEFT JOIN auto_closings c ON c.device_id = s.device_id
       LEFT JOIN LATERAL (${lastMove('s')}) o ON true
       WHERE s.device_id = ANY (?)`,
    [now, bounceSeconds, now, [...ids]],
  )
  return rows.map((row) => ({ ...row, times: { usedS: row.usedS, unusedS: row.unusedS }, closing: closingOf(row) }))
}

const closingTimes = ['opened', 'used', 'due', 'gaveUp']
  .map((name) => `(extract(epoch FROM c.${name.replace('U', '_u')}_at) * 1000)::float8 AS "${name}At"`)
  .join(', ')
/** The nullable columns of a closing c. */
export const closingColumns = `c.device_id AS "closingOf", c.tries, c.device_command_id AS "deviceCommandId", ${closingTimes}`
export interface ClosingRow extends Closing {
  readonly closingOf: number | null
}

export function closingOf({ closingOf: of, ...row }: ClosingRow): Closing | null {
  const { openedAt, usedAt, dueAt, tries, deviceCommandId, gaveUpAt } = row
  return of === null ? null : { openedAt, usedAt, dueAt, tries, deviceCommandId, gaveUpAt }
}

/** A new or changed closing; null = it ends. */
export interface Changed {
  readonly deviceId: number
  readonly closing: Closing | null
}

export async function saveClosings(trx: Knex.Transaction, changes: readonly Changed[]): Promise<void> {
  const ended = changes.flatMap(({ deviceId, closing }) => (closing === null ? [deviceId] : []))
  if (ended.length > 0) await trx('auto_closings').whereIn('device_id', ended).delete()
  const rows = changes.flatMap(({ deviceId, closing }) => (closing === null ? [] : [rowOf(deviceId, closing)]))
  if (rows.length > 0) await trx('auto_closings').insert(rows).onConflict('device_id').merge()
}

function rowOf(deviceId: number, closing: Closing): object {
  const { openedAt, usedAt, dueAt, tries, deviceCommandId, gaveUpAt } = closing
  return {
    device_id: deviceId,
    opened_at: new Date(openedAt),
    used_at: usedAt === null ? null : new Date(usedAt),
    due_at: Number.isFinite(dueAt) ? new Date(dueAt) : 'infinity',
    tries,
    device_command_id: deviceCommandId,
    gave_up_at: gaveUpAt === null ? null : new Date(gaveUpAt),
  }
}

/** Returns malfunctions of devices that did not close (M-6). */
export async function openingsOf(trx: Knex.Transaction, changes: readonly Changed[], now: Date): Promise<Opening[]> {
  const gaveUp = changes.flatMap(({ deviceId, closing }) =>
    closing !== null && closing.gaveUpAt === now.getTime() ? [{ deviceId, closing }] : [],
  )
  if (gaveUp.length === 0) return []
  const { rows } = await trx.raw<{ rows: { deviceId: number; supportCode: string }[] }>(
    `SELECT DISTINCT ON (device_id) device_id AS "deviceId", support_code AS "supportCode" FROM device_commands
     WHERE device_id = ANY (?) AND action = 'close' AND allowed_by = 'schedule' AND state <> 'refused'
     ORDER BY device_id, issued_at DESC`,
    [gaveUp.map(({ deviceId }) => deviceId)],
  )
  const codes = new Map(rows.map(({ deviceId, supportCode }) => [deviceId, supportCode]))
  return gaveUp.map(({ deviceId, closing: { openedAt, tries } }) => ({
    kind: 'stuck-door',
    deviceId,
    at: new Date(openedAt),
    detail: {
      since: new Date(openedAt).toISOString(),
      allowedSeconds: Math.round((now.getTime() - openedAt) / 1_000),
      tries,
      supportCode: codes.get(deviceId) ?? '',
    },
  }))
}

import type { Knex } from 'knex'
import type { answerResults } from '../../contract/gateway.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { confirms, type DeviceStatus, type DoorState } from '../../machines/device.ts'
import type { DeviceCommand, DeviceCommandEvent } from '../../machines/device-command.ts'
import { closeMalfunctions } from '../malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { advance, deviceCommandColumns, isOpen, type LockedCommand, type Moved, writeOutcomes } from './transition.ts'

/** A gateway's answer about a command. Counts only from the gateway and device of the command. */
export interface DeviceAnswer {
  readonly gatewayId: number
  readonly deviceId: number
  readonly deviceCommandId: string
  readonly result: (typeof answerResults)[number]
  readonly reason?: string | undefined
  readonly at: Date
}
/** A device's status message; may come late and in any order. */
export interface DeviceReport {
  readonly deviceId: number
  readonly status: DeviceStatus
  readonly doorState: DoorState | null
  readonly at: Date
}
/** Commands that changed. Their changes and those of malfunctions are published; the caller publishes the devices. */
export interface CommandOutcomes {
  readonly deviceCommandIds: string[]
  readonly deviceIds: number[]
}

/** Minutes after the deadline until which a report counts for a command. */
const echoMinutes = 10
/** Maximum minutes by which a gateway's clock may be behind. */
const behindMinutes = 5
/** Tolerance between the clocks of the database and of this process. */
const clocksSeconds = 2
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Applies answers and reports to their commands, inside the caller's transaction, which holds the locks of the devices' states (ascending). A
 * report belongs to the last command sent to its device before it, and confirms it when it shows the requested state. A gateway's clock may be
 * behind: a report also counts as later if it was made after the gateway first mentioned the command, but not by more than the time since
 * it was sent: then the clock was set back. Confirmed commands set device_states.confirmed and close 'not-responding'.
 */
export async function applyCommandOutcomes(
  trx: Knex.Transaction,
  { answers, reports }: { answers: readonly DeviceAnswer[]; reports: readonly DeviceReport[] },
  now: Date,
): Promise<CommandOutcomes> {
  const asked = answers.filter(({ deviceCommandId }) => uuid.test(deviceCommandId))
  const words = (await candidates(trx, asked, reports, now)).sort(byTime)
  const moved = fold(words, now)
  if (moved.length === 0) return { deviceCommandIds: [], deviceIds: [] }
  const deviceCommandIds = moved.map(({ deviceCommand }) => deviceCommand.id)
  const deviceCommands = await writeOutcomes(trx, moved, now)
  const closings = moved.flatMap(({ deviceCommand, confirmedAt }) =>
    confirmedAt ? [{ kind: 'not-responding' as const, deviceId: deviceCommand.deviceId, at: confirmedAt }] : [],
  )
  const malfunctions = await malfunctionChanges(trx, await closeMalfunctions(trx, closings))
  await publish(trx, [...deviceCommands, ...malfunctions])
  return { deviceCommandIds, deviceIds: [...new Set(moved.map(({ deviceCommand }) => deviceCommand.deviceId))] }
}

type Word = { deviceCommand: LockedCommand; at: Date } & ({ answer: DeviceAnswer } | { report: DeviceReport })

async function candidates(
  trx: Knex.Transaction,
  answers: readonly DeviceAnswer[],
  reports: readonly DeviceReport[],
  now: Date,
): Promise<Word[]> {
  const words: Word[] = []
  if (answers.length > 0) {
    const rows = await prepared<LockedCommand>(
      trx,
      `SELECT ${deviceCommandColumns} FROM device_commands o WHERE o.id = ANY (?::uuid[]) AND o.sent_at IS NOT NULL`,
      [answers.map(({ deviceCommandId }) => deviceCommandId)],
    )
    const deviceCommands = new Map(rows.map((deviceCommand) => [deviceCommand.id, deviceCommand]))
    for (const answer of answers) {
      const deviceCommand = deviceCommands.get(answer.deviceCommandId.toLowerCase())
      if (deviceCommand?.gatewayId === answer.gatewayId && deviceCommand.deviceId === answer.deviceId)
        words.push({ deviceCommand, at: answer.at, answer })
    }
  }
  if (reports.length > 0) {
    const had = words.filter(({ deviceCommand, at }) => isBehind(deviceCommand, at))
    const rows = await prepared<LockedCommand & { place: number }>(
      trx,
      `SELECT r.place, o.* FROM unnest(?::integer[], ?::timestamptz[]) WITH ORDINALITY AS r (device_id, at, place)
       CROSS JOIN LATERAL (
         SELECT ${deviceCommandColumns} FROM device_commands o
         WHERE o.device_id = r.device_id AND o.issued_at > r.at - make_interval(mins => ?) AND o.issued_at < r.at + make_interval(mins => ?)
           AND (date_trunc('milliseconds', o.sent_at) <= r.at OR EXISTS (
             SELECT FROM (SELECT o.had_at UNION ALL SELECT h.at FROM unnest(?::uuid[], ?::timestamptz[]) AS h (id, at) WHERE h.id = o.id) AS had (at)
             WHERE had.at <= r.at AND r.at - had.at <= ?::timestamptz - o.sent_at + make_interval(secs => ?)))
         ORDER BY o.issued_at DESC LIMIT 1) AS o
       WHERE r.at <= o.deadline + make_interval(mins => ?)
         AND (o.state IN ('sent', 'taken', 'unknown') OR o.state = 'failed' AND o.reason = 'not-in-time')`,
      [
        reports.map(({ deviceId }) => deviceId),
        reports.map(({ at }) => at),
        echoMinutes + 5,
        behindMinutes,
        had.map(({ deviceCommand }) => deviceCommand.id),
        had.map(({ at }) => at),
        now,
        clocksSeconds,
        echoMinutes,
      ],
    )
    for (const { place, ...deviceCommand } of rows) {
      const report = reports[place - 1]
      if (report) words.push({ deviceCommand, at: report.at, report })
    }
  }
  return words
}

/** Commands by the devices' clocks; an answer precedes the report of the same moment. */
function byTime(a: Word, b: Word): number {
  return a.at.getTime() - b.at.getTime() || Number('report' in a) - Number('report' in b)
}

/** Returns the commands that changed, each with its last state. */
function fold(words: readonly Word[], now: Date): Moved[] {
  const moved = new Map<string, Moved>()
  for (const word of words) {
    const before: Moved = moved.get(word.deviceCommand.id) ?? {
      deviceCommand: word.deviceCommand,
      next: word.deviceCommand,
    }
    const after = 'report' in word ? reported(before, word.report, now) : answered(before, word.answer, now)
    if (after !== before) moved.set(word.deviceCommand.id, after)
  }
  return [...moved.values()]
}

function reported(before: Moved, report: DeviceReport, now: Date): Moved {
  if (!confirms(before.deviceCommand.action, report)) return before
  const next = advance(before.next, before.deviceCommand.deadline, { type: 'REPORT_CONFIRMS' }, now)
  return next === before.next ? before : { ...before, next, confirmedAt: report.at }
}

function answered(before: Moved, answer: DeviceAnswer, now: Date): Moved {
  const { deviceCommand } = before
  const next = advance(before.next, deviceCommand.deadline, eventOf(answer), now)
  const overdue = !isOpen(next.state) && next.reason === 'not-in-time'
  const told = next !== before.next || (overdue && !next.late)
  const hadAt =
    (told || mayBeReported(next)) && isBehind(deviceCommand, answer.at, before.hadAt) ? answer.at : undefined
  if (!told && !hadAt) return before
  const since = hadAt ? { hadAt } : {}
  if (!told) return { ...before, ...since }
  const kept = { result: answer.result, ...(answer.reason ? { reason: answer.reason } : {}) }
  return {
    ...before,
    ...since,
    next: overdue ? { ...next, late: true } : next,
    answeredAt: answer.at,
    answer: kept,
    ...(next.state === 'taken' ? { takenAt: answer.at } : {}),
  }
}

/** Whether the gateway mentions the command at a time, by its clock, before it was sent, and earlier than known. */
function isBehind({ sentAt, hadAt }: LockedCommand, at: Date, known: Date | null = hadAt): boolean {
  const before = known ?? sentAt
  return before !== null && at < before
}

/** Whether a report may still change the command; one confirmed late keeps its reason. */
const mayBeReported = ({ state, reason }: DeviceCommand): boolean =>
  isOpen(state) || (reason === 'not-in-time' && state !== 'confirmed')

/** 'done' is only the gateway's statement: the command stays taken until the device's report. */
function eventOf({ result, reason }: DeviceAnswer): DeviceCommandEvent {
  if (result === 'refused') return { type: 'REFUSED_BY_DEVICE', reason: reason ?? 'refused' }
  if (result === 'failed') return { type: 'FAILED_AT_DEVICE', reason: reason ?? 'failed' }
  return { type: 'TAKEN' }
}

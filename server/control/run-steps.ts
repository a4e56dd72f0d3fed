import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { enqueue, pipelined } from '../../db/transaction.ts'
import type { AllowedBy } from '../../machines/control.ts'
import type { DeviceCommandState } from '../../machines/device-command.ts'

export interface StepCommand {
  readonly id: string
  readonly state: DeviceCommandState
  readonly reason: string | null
  readonly late: boolean
  readonly takenAt: Date | null
  readonly settledAt: Date | null
  /** The gateway's own result: done, failed, refused. */
  readonly answer: { readonly result: string } | null
}
export interface RunStep {
  readonly place: number
  readonly deviceId: number
  /** Pause after it moved, ms. */
  readonly delayMs: number
  readonly state: 'waiting' | 'issued' | 'done' | 'skipped' | 'failed' | 'not-reached'
  readonly dueAt: Date | null
  readonly reason: string | null
  readonly deviceCommand: StepCommand | null
}
export interface Run {
  readonly id: string
  readonly reservationId: number
  readonly action: 'open' | 'close'
  readonly state: 'running' | 'done' | 'stopped'
  readonly allowedBy: AllowedBy
  readonly userId: number | null
  readonly tokenId: number | null
  readonly accessEventId: number | null
  readonly countsAs: 'entry' | 'exit' | null
  readonly note: string | null
  readonly steps: readonly RunStep[]
}

/**
 * Whether a command certainly moved nothing: it was refused, never sent, or not accepted. One that failed under way, or
 * is unknown, may have moved.
 */
export function movedNothing({ state, reason, takenAt, answer }: Omit<StepCommand, 'id' | 'settledAt'>): boolean {
  if (state === 'refused' || state === 'expired') return true
  if (state !== 'failed' || reason === 'not-in-time') return false
  return answer === null ? takenAt === null : answer.result === 'refused'
}

/** A run with its steps by place. Read it under the lock of its reservation. */
export async function readRun(trx: Knex.Transaction, id: string): Promise<Run | null> {
  const [[row], steps] = await pipelined([
    prepared<Omit<Run, 'steps'>>(trx, runSql, { id }),
    prepared<StepRow>(trx, stepsSql, { id }),
  ])
  return row ? { ...row, steps: steps.map(stepOf) } : null
}

const runSql = `select r.id, r.reservation_id as "reservationId", r.action, r.state, r.allowed_by as "allowedBy", r.user_id as "userId",
    r.token_id as "tokenId", r.access_event_id as "accessEventId", r.counts_as as "countsAs",
    (select o.note from device_commands o where o.run_id = r.id order by o.issued_at limit 1) as note
  from control_runs r where r.id = :id and r.kind = 'path' and r.reservation_id is not null`
const stepsSql = `select t.place, t.device_id as "deviceId", d.post_action_delay_ms as "delayMs", t.state, t.due_at as "dueAt", t.reason,
    o.id as "deviceCommandId", o.state as "commandState", o.reason as "commandReason", o.late, o.taken_at as "takenAt", o.settled_at as "settledAt",
    o.answer
  from control_steps t join devices d on d.id = t.device_id left join device_commands o on o.id = t.device_command_id
  where t.run_id = :id order by t.place`

interface StepRow
  extends Omit<RunStep, 'deviceCommand'>,
    Pick<StepCommand, 'late' | 'takenAt' | 'settledAt' | 'answer'> {
  deviceCommandId: string | null
  commandState: DeviceCommandState
  commandReason: string | null
}

function stepOf(row: StepRow): RunStep {
  const { place, deviceId, delayMs, state, dueAt, reason, late, takenAt, settledAt, answer } = row
  const deviceCommand =
    row.deviceCommandId === null
      ? null
      : {
          id: row.deviceCommandId,
          state: row.commandState,
          reason: row.commandReason,
          late,
          takenAt,
          settledAt,
          answer,
        }
  return { place, deviceId, delayMs, state, dueAt, reason, deviceCommand }
}

/** Writes the current state of one step, without waiting for the result (enqueue). */
export function writeStep(trx: Knex.Transaction, runId: string, step: RunStep): Promise<void> {
  const { state, dueAt, reason, deviceCommand, place } = step
  return enqueue(trx, writeSql, [state, dueAt, reason, deviceCommand?.id ?? null, runId, place])
}

const writeSql = `update control_steps set state = ?, due_at = ?, reason = ?, device_command_id = ? where run_id = ? and place = ?`

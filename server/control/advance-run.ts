import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { prepared } from '../../db/sql.ts'
import { enqueue, pipelined, write } from '../../db/transaction.ts'
import { isOpen } from '../../telemetry/commands/transition.ts'
import { type HeldReservation, lockingHeld, readHeld } from '../doors/holder.ts'
import { publishAccess } from '../doors/publish-access.ts'
import type { Context } from '../kernel/context.ts'
import { decideStep } from './decide-step.ts'
import { movedNothing, type Run, type RunStep, readRun, writeStep } from './run-steps.ts'

/** Delay after which an overdue step is no longer commanded, ms: nobody is at the door any more. */
const stepPatienceMs = 15_000

/**
 * Advances a run as far as possible now (rules C-21, C-25 to C-27); idempotent. Returns the ms until its next step is
 * due; null = it waits for a command, or has ended.
 */
export async function advanceRun(knex: Knex, context: Pick<Context, 'link'>, runId: string): Promise<number | null> {
  return write(knex, async (trx) => {
    const [known] = await prepared<{ id: number }>(trx, reservationSql, { runId })
    if (!known) return null
    const [locked, held, run] = await pipelined([
      lockingHeld(trx, known.id),
      readHeld(trx, known.id),
      readRun(trx, runId),
    ])
    if (!locked || !held || !run) return null
    const steps = run.state === 'running' ? await walk(trx, context, held, run) : run.steps
    await publishRun(trx, run)
    const dueAt = steps.find((step) => step.state === 'waiting')?.dueAt
    return dueAt ? Math.max(0, dueAt.getTime() - (await clock(trx)).getTime()) : null
  })
}

const reservationSql = `select reservation_id as id from control_runs where id = :runId and kind = 'path' and reservation_id is not null`

/** Advances the run of a locked reservation; returns whether it goes on, has just ended, or did not exist. */
export async function advanceRunning(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  held: HeldReservation,
): Promise<'running' | 'ended' | 'none'> {
  const known = (await trx('control_runs')
    .where({ reservation_id: held.reservationId, state: 'running' })
    .first('id')) as { id: string } | undefined
  const run = known && (await readRun(trx, known.id))
  if (!run) return known ? 'running' : 'none'
  const waiting = run.steps.some(
    ({ state, deviceCommand }) => state === 'issued' && deviceCommand && isOpen(deviceCommand.state),
  )
  if (waiting) return 'running'
  const steps = await walk(trx, context, held, run)
  await publishRun(trx, run)
  return steps.some(({ state }) => state === 'waiting' || state === 'issued') ? 'running' : 'ended'
}

/** Advances step by step until one waits for its command or its time; returns the steps. */
async function walk(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  held: HeldReservation,
  run: Run,
): Promise<readonly RunStep[]> {
  const steps = [...run.steps]
  const put = async (step: RunStep): Promise<void> => {
    steps[step.place - 1] = step
    await writeStep(trx, run.id, step)
  }
  for (let now = held.at; ; ) {
    const commanded = steps.find(({ state }) => state === 'issued')
    if (commanded?.deviceCommand && isOpen(commanded.deviceCommand.state)) return steps
    const next = steps.find(({ state }) => state === 'waiting')
    if (commanded?.deviceCommand) {
      const against = failureOf(commanded)
      if (against !== null) return stop(trx, run, steps, { ...commanded, state: 'failed', reason: against }, now)
      await put({ ...commanded, state: 'done' })
      // The pause after a device starts when it has moved.
      const movedAt = commanded.deviceCommand.settledAt ?? now
      if (next) await put({ ...next, dueAt: new Date(movedAt.getTime() + commanded.delayMs) })
    }
    const due = steps.find(({ state }) => state === 'waiting')
    if (!due) {
      await enqueue(trx, doneSql, [now, run.id])
      return steps
    }
    const dueAt = due.dueAt ?? now
    if (dueAt > now) return steps
    if (now.getTime() > dueAt.getTime() + stepPatienceMs)
      return stop(trx, run, steps, { ...due, state: 'failed', reason: 'command-too-late' }, now)
    const decided = await decideStep(trx, context, held, run, due)
    now = decided.at
    if (decided.step.state === 'failed') return stop(trx, run, steps, decided.step, now)
    await put(decided.step)
    const after = steps.find(({ state }) => state === 'waiting')
    if (decided.step.state === 'skipped' && after) await put({ ...after, dueAt: now })
  }
}

const doneSql = `update control_runs set state = 'done', ended_at = ? where id = ?`

/**
 * Returns why a command that has ended stops the run; null = it does not. Late: the device moved, but nobody is waiting
 * for the remaining steps.
 */
function failureOf({ deviceCommand }: RunStep): string | null {
  if (!deviceCommand) return 'unknown'
  if (deviceCommand.state === 'confirmed') return deviceCommand.late ? 'not-in-time' : null
  return deviceCommand.reason ?? deviceCommand.state
}

/** Ends the run at a failed step. If it is certain that nothing moved, its opening is given back (rule C-24). */
async function stop(
  trx: Knex.Transaction,
  run: Run,
  steps: readonly RunStep[],
  failed: RunStep,
  now: Date,
): Promise<readonly RunStep[]> {
  const ended = steps.map((step) =>
    step.place === failed.place
      ? failed
      : step.state === 'waiting'
        ? { ...step, state: 'not-reached' as const, dueAt: null }
        : step,
  )
  for (const step of ended.filter(({ place }) => place >= failed.place)) await writeStep(trx, run.id, step)
  const givesBack =
    run.countsAs !== null && ended.every(({ deviceCommand }) => deviceCommand === null || movedNothing(deviceCommand))
  if (givesBack)
    await trx('reservations')
      .where({ id: run.reservationId })
      .decrement(run.countsAs === 'exit' ? 'exits_used' : 'entries_used', 1)
  await trx('control_runs').where({ id: run.id }).update({
    state: 'stopped',
    ended_at: now,
    stopped_at_device_id: failed.deviceId,
    reason: failed.reason,
    given_back: givesBack,
  })
  return ended
}

async function publishRun(trx: Knex.Transaction, { id, reservationId }: Run): Promise<void> {
  await enqueue(trx, newerSql, [id])
  await publishAccess(trx, [reservationId])
}

const newerSql = `update control_runs set version = nextval('change_version') where id = ?`

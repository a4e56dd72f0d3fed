import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { many } from '../../db/sql.ts'
import { createRounds } from '../../telemetry/commands/rounds.ts'
import type { Context } from '../kernel/context.ts'
import { createFairQueue } from '../kernel/overload/fair-queue.ts'
import { advanceRun } from './advance-run.ts'

export interface Runs {
  /** Commands of these runs have changed: advances the runs. Never throws. */
  moved(runIds: readonly string[]): Promise<void>
  /** Advances every run that can go on, after a start or when a fact was lost. Returns how many. */
  sweep(): Promise<number>
  stop(): Promise<void>
}

/** Maximum number of runs per sweep; the next sweep comes half a second later. */
const sweptAtOnce = 200
/**
 * Maximum number of concurrent runs of a process. More would use up the connections for the reports that runs wait for.
 */
const together = 6

/**
 * Advances runs when their commands end and their pauses are over (rule C-25). Timers make it prompt; the sweep finds
 * in the database whatever they missed.
 */
export function createRuns({ knex, link, log }: { knex: Knex; link: Context['link']; log: Logger }): Runs {
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false

  const advance = async (runId: string): Promise<void> => {
    if (stopped) return
    try {
      const ms = await advanceRun(knex, { link }, runId)
      if (ms !== null) wait(runId, ms)
    } catch (error) {
      log.warn({ err: error, run: runId }, 'a run could not be taken on')
    }
  }
  const queue = createFairQueue(() => together)
  /** A waiting run is queued only once, however often it is woken. */
  const rounds = createRounds<string>((runId, begin) =>
    queue.pass(runId, 'sooner', () => {
      begin()
      return advance(runId)
    }),
  )
  const track = (runId: string): Promise<void> => (stopped ? Promise.resolve() : rounds.wake(runId))
  const wait = (runId: string, ms: number): void => {
    if (stopped) return
    clearTimeout(timers.get(runId))
    const timer = setTimeout(() => {
      timers.delete(runId)
      void track(runId)
    }, ms + 5)
    timer.unref()
    timers.set(runId, timer)
  }

  return {
    async moved(runIds) {
      await Promise.all(runIds.map(track))
    },
    async sweep() {
      const due = await many<{ id: string }>(
        knex,
        `SELECT r.id FROM control_runs r JOIN control_steps t ON t.run_id = r.id LEFT JOIN device_commands o ON o.id = t.device_command_id
         WHERE r.state = 'running' AND r.kind = 'path' AND r.reservation_id IS NOT NULL
           AND (t.state = 'waiting' AND t.due_at <= statement_timestamp() OR t.state = 'issued' AND o.settled_at IS NOT NULL)
         ORDER BY r.created_at LIMIT ?`,
        [sweptAtOnce],
      )
      await Promise.all(due.map(({ id }) => track(id)))
      return due.length
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await rounds.ended()
    },
  }
}

import { EventEmitter } from 'node:events'
import {
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import type { Knex } from 'knex'
import type pg from 'pg'
import type { Logger } from 'pino'
import { addJob } from './add-job.ts'
import { type Heartbeat, unlockDead } from './heartbeat.ts'
import { keepRunning } from './keep-running.ts'
import { createPool } from './pool.ts'
import { type Attempt, type Payload, type TaskHandlers, type TaskName, TryLater, tasks } from './tasks.ts'

export interface CronEntry {
  readonly task: TaskName
  /** Crontab pattern, UTC. */
  readonly match: string
}
/** Tasks that share a number of workers: however long they take, other lanes continue. */
export interface Lane {
  readonly handlers: TaskHandlers
  readonly atOnce: number
  /** True = its jobs are left alone for now. */
  readonly paused?: () => boolean
}
interface Options {
  url: string
  knex: Knex
  log: Logger
  heartbeat: Heartbeat
  processId: string
  alone: boolean
  lanes: readonly Lane[]
  cron: readonly CronEntry[]
}

/** How often a worker looks for jobs that became due; it is notified of new ones. */
const pollMs = 5_000
/** Time for running jobs when the process stops. */
const graceMs = 1_500

/**
 * Runs jobs on PostgreSQL by graphile-worker: added inside the transaction that wants them, done at least once. Jobs of
 * dead workers are unlocked.
 */
export async function startJobs(options: Options): Promise<{ stop(): Promise<void> }> {
  const { url, knex, log, heartbeat, processId, alone, lanes, cron } = options
  const pool = createPool({ url, max: lanes.length + 3, log })
  const unlock = async () => {
    await heartbeat.beat()
    await unlockDead(knex, processId, alone)
  }
  const start = async (lane: Lane): Promise<Runner> => {
    await unlock()
    const pools: string[] = []
    const events = new EventEmitter() as WorkerEvents
    events.on('pool:create', ({ workerPool }) => {
      pools.push(workerPool.id)
      heartbeat.workers.add(workerPool.id)
    })
    let told = false
    // Before other processes know these workers, they would take their jobs for those of dead ones.
    const tell = async () => {
      if (!told) await heartbeat.beat()
      told = true
    }
    events.on('job:failed', ({ job, error }) =>
      log.error({ err: error, task: job.task_identifier, job: job.id }, 'a job failed and is not tried again'),
    )
    const entries = cron.filter(({ task }) => task in lane.handlers)
    const runner = await run({
      ...laneOptions(lane, { pool, knex, log, ready: tell }),
      events,
      pollInterval: pollMs,
      parsedCronItems: parseCronItems(
        entries.map((entry) => ({ ...entry, options: { backfillPeriod: 0, maxAttempts: 3 } })),
      ),
    })
    // Others take over the jobs that are still locked when it ends.
    const forget = () => pools.forEach((id) => heartbeat.workers.delete(id))
    void runner.promise.then(forget, forget)
    return runner
  }
  const running = lanes.map((lane) => keepRunning(() => start(lane), log))
  await Promise.all(running.map(({ begun }) => begun))
  const sweep = setInterval(() => {
    unlock().catch((error: unknown) => log.warn({ err: error }, 'jobs of dead workers could not be unlocked'))
  }, 60_000)
  return {
    async stop() {
      clearInterval(sweep)
      await Promise.all(running.map((each) => each.stop()))
      await pool.end().catch(() => {})
    },
  }
}

/** Options of the worker for a lane. */
export function laneOptions(
  { handlers, atOnce, paused }: Lane,
  {
    pool,
    knex,
    log,
    ready = async () => {},
  }: {
    pool: pg.Pool
    knex: Knex
    log: Logger
    /** No job is taken before it resolves. */
    ready?: () => Promise<void>
  },
): RunnerOptions {
  const names = Object.keys(handlers) as TaskName[]
  return {
    pgPool: pool,
    concurrency: atOnce,
    noHandleSignals: true,
    taskList: Object.fromEntries(names.map((name) => [name, taskOf(name, handlers, knex)])),
    forbiddenFlags: async () => {
      await ready()
      return paused?.() ? names : null
    },
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') log.warn({ meta }, message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    // Batches of one: only then does the worker end properly if it cannot write that a job is done.
    preset: {
      worker: { gracefulShutdownAbortTimeout: graceMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  }
}

function taskOf<T extends TaskName>(name: T, handlers: TaskHandlers, knex: Knex): Task {
  const handler = handlers[name] as ((payload: Payload<T>, attempt: Attempt) => Promise<void>) | undefined
  return async (input, { job, abortSignal }) => {
    const payload = tasks[name].parse(input) as Payload<T>
    try {
      await handler?.(payload, { signal: abortSignal as AbortSignal, last: job.attempts >= job.max_attempts })
    } catch (error) {
      if (!(error instanceof TryLater)) throw error
      await addJob(knex, name, payload, { inSeconds: error.seconds })
    }
  }
}

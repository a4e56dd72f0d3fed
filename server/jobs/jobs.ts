import { EventEmitter } from 'node:events'
import {
  makeWorkerUtils,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import type { Knex } from 'knex'
import pg from 'pg'
import type { Logger } from 'pino'
import { deadWorkers, type Heartbeat } from './heartbeat.ts'

export interface CronEntry {
  readonly task: string
  /** Crontab pattern, UTC. */
  readonly match: string
}
interface Options {
  url: string
  knex: Knex
  log: Logger
  heartbeat: Heartbeat
  processId: string
  alone: boolean
  tasks: TaskList
  cron: readonly CronEntry[]
}

/** Jobs on PostgreSQL by graphile-worker: added inside the transaction that wants them, done at least once. Jobs of dead workers are unlocked. */
export async function startJobs({
  url,
  knex,
  log,
  heartbeat,
  processId,
  alone,
  tasks,
  cron,
}: Options): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    application_name: 'holdfast jobs',
    connectionTimeoutMillis: 4_000,
    query_timeout: 60_000,
    keepAlive: true,
  })
  const lost = (error: Error) => log.warn({ err: error }, 'connection of the job runner lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const logger = new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  const unlock = async () => {
    const dead = await deadWorkers(knex, processId, alone)
    if (dead.length) await utils.forceUnlockWorkers(dead)
  }
  await unlock()
  const events = new EventEmitter() as WorkerEvents
  events.on('worker:create', ({ worker }) => heartbeat.workers.add(worker.workerId))
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: tasks,
    parsedCronItems: parseCronItems(
      cron.map((entry) => ({ ...entry, options: { backfillPeriod: 0, maxAttempts: 3 } })),
    ),
    logger,
    events,
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'job runner ended'))
  const sweep = setInterval(() => {
    unlock().catch((error: unknown) => log.warn({ err: error }, 'jobs of dead workers could not be unlocked'))
  }, 60_000)
  return {
    async stop() {
      clearInterval(sweep)
      await runner.stop().catch(() => {})
      await Promise.resolve(utils.release()).catch(() => {})
      await pool.end().catch(() => {})
    },
  }
}

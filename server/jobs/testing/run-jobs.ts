import { runOnce } from 'graphile-worker'
import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { type Lane, laneOptions } from '../jobs.ts'
import type { TaskHandlers } from '../tasks.ts'

/** Runs the due jobs, as the runner does, until none is left. */
export async function runJobs(knex: Knex, lanes: readonly Lane[]): Promise<void> {
  const { connectionString } = (knex.client as { connectionSettings: { connectionString: string } }).connectionSettings
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'test jobs' })
  const lost = () => {}
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const log = pino({ level: 'silent' })
  try {
    await Promise.all(lanes.map((lane) => runOnce(laneOptions(lane, { pool, knex, log }))))
  } finally {
    await pool.end()
  }
}

export const laneOf = (handlers: TaskHandlers): Lane => ({ handlers, atOnce: 2 })

/** Makes all waiting jobs due. */
export async function makeJobsDue(knex: Knex): Promise<void> {
  await knex.raw('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
}

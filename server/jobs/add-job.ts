import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { Payload, TaskName } from './tasks.ts'

/** Maximum attempts: with the worker's growing pauses (3 s, 7 s, 20 s … 6 h) they spread over a day. */
export const maxAttempts = 14

/**
 * Adds jobs of one task in the caller's transaction: they run after its commit, or not at all. Task and payload
 * identify a job; adding it again before it ran changes its due time, while it runs adds another one.
 */
export async function addJobs<T extends TaskName>(
  trx: Knex,
  task: T,
  payloads: readonly Payload<T>[],
  { inSeconds = 0 }: { inSeconds?: number } = {},
): Promise<void> {
  if (payloads.length === 0) return
  const jobs = payloads.map((payload) => ({ payload, key: jobKey(task, payload) }))
  await prepared(
    trx,
    `select from graphile_worker.add_jobs(array(
       select row(?::text, job -> 'payload', null, now() + make_interval(secs => ?), ${maxAttempts}, job ->> 'key', 0, array[?::text])::graphile_worker.job_spec
       from json_array_elements(?::json) as job))`,
    [task, inSeconds, task, JSON.stringify(jobs)],
  )
}

/** Adds one job; see addJobs. */
export async function addJob<T extends TaskName>(
  trx: Knex,
  task: T,
  payload: Payload<T>,
  options: { inSeconds?: number } = {},
): Promise<void> {
  await addJobs(trx, task, [payload], options)
}

function jobKey(task: TaskName, payload: Readonly<Record<string, unknown>>): string {
  return [task, ...Object.values(payload)].join(' ')
}

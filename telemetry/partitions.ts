import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxAgeMs } from '../contract/gateway.ts'

/** How readings and reports are kept: hypertables by day where TimescaleDB is, else a native partition a month. */
export type StreamStorage = 'timescale' | 'partitions'

const behindMs = maxAgeMs + 2 * 86_400_000
const aheadMs = 62 * 86_400_000

export async function streamStorage(knex: Knex): Promise<StreamStorage> {
  const { rows } = await knex.raw<{ rows: { partitioned: boolean }[] }>(
    `SELECT relkind = 'p' AS partitioned FROM pg_class WHERE oid = 'readings'::regclass`,
  )
  return rows[0]?.partitioned ? 'partitions' : 'timescale'
}

/**
 * Makes the partitions for every message that may come until two months from `now`, and those of the last month; answers how many were
 * missing. Safe to run at any time and anywhere; with TimescaleDB there is nothing to do.
 */
export async function ensurePartitions(knex: Knex, now: Date, log?: Logger): Promise<number> {
  const { rows } = await knex.raw<{ rows: { made: number }[] }>('SELECT ensure_partitions(?, ?) AS made', [
    new Date(now.getTime() - behindMs),
    new Date(now.getTime() + aheadMs),
  ])
  const made = rows[0]?.made ?? 0
  if (log) log.info({ storage: await streamStorage(knex), made }, 'partitions of readings are there')
  return made
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxAgeMs } from '../../contract/gateway.ts'
import { many, one } from '../../db/sql.ts'

/** How readings and reports are kept: hypertables by day where TimescaleDB is, else a native partition a month. */
export type StreamStorage = 'timescale' | 'partitions'

/** A month, or a day of a hypertable, of one stream. */
export interface OldPart {
  readonly stream: 'readings' | 'device_reports'
  readonly part: string
  /** What is in it is older than this. */
  readonly until: Date
  /** On disk, with indexes. */
  readonly bytes: number
}

const behindMs = maxAgeMs + 2 * 86_400_000
const aheadMs = 62 * 86_400_000
/** Whoever reads or writes need not wait longer for a part to go; it is tried again. */
const lockMs = 500
const tries = 10

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

/** What `dropBefore` would drop now: whole parts older than `time` of which everything is rolled up, the oldest first. */
export function droppable(knex: Knex, time: Date): Promise<OldPart[]> {
  return many(knex, 'SELECT * FROM old_partitions(droppable_until(?))', [time])
}

/**
 * Drops the parts of readings and reports that end until `time` and are rolled up, one in a transaction of its own; answers what went. Ends
 * sooner when `stopping` says so, or when somebody keeps a part busy: the rest goes the next time.
 */
export async function dropBefore(knex: Knex, time: Date, stopping = (): boolean => false): Promise<OldPart[]> {
  const gone: OldPart[] = []
  for (let failed = 0; failed < tries && !stopping(); ) {
    try {
      const part = await dropOldest(knex, time)
      if (part === null) break
      gone.push(part)
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      failed += 1
    }
  }
  return gone
}

async function dropOldest(knex: Knex, time: Date): Promise<OldPart | null> {
  return knex.transaction(async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${lockMs}`)
    await trx.raw('SELECT FROM rollup_state FOR UPDATE')
    const [oldest] = await droppable(trx, time)
    if (oldest === undefined) return null
    const { dropped } = await one<{ dropped: number }>(trx, 'SELECT drop_partitions(?, 1) AS dropped', [time])
    return dropped === 1 ? oldest : null
  })
}

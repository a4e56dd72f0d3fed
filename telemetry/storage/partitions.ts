import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxAgeMs } from '../../contract/gateway.ts'
import { many, one } from '../../db/sql.ts'

/** Storage of readings and reports: hypertables by day with TimescaleDB, else a native partition a month. */
export type StreamStorage = 'timescale' | 'partitions'

/** A monthly partition or daily chunk of a stream. */
export interface OldPart {
  readonly stream: 'readings' | 'device_reports'
  readonly part: string
  /** All its rows are older. */
  readonly until: Date
  /** On disk, with indexes. */
  readonly bytes: number
}

const behindMs = maxAgeMs + 2 * 86_400_000
const aheadMs = 62 * 86_400_000
/** Lock timeout for dropping a part, so that nobody waits; retried. */
const lockMs = 500
const tries = 10

export async function streamStorage(knex: Knex): Promise<StreamStorage> {
  const sql = `SELECT relkind = 'p' AS partitioned FROM pg_class WHERE oid = 'readings'::regclass`
  return (await one<{ partitioned: boolean }>(knex, sql)).partitioned ? 'partitions' : 'timescale'
}

/**
 * Creates the partitions from the last month to two months from `now`. Returns how many were missing. Safe to run at any time and anywhere;
 * does nothing with TimescaleDB.
 */
export async function ensurePartitions(knex: Knex, now: Date, log?: Logger): Promise<number> {
  const span = [new Date(now.getTime() - behindMs), new Date(now.getTime() + aheadMs)]
  const { made } = await one<{ made: number }>(knex, 'SELECT ensure_partitions(?, ?) AS made', span)
  if (log) log.info({ storage: await streamStorage(knex), made }, 'partitions of readings exist')
  return made
}

/** Returns what `dropBefore` would drop now: whole parts older than `time` that are rolled up, the oldest first. */
export function droppable(knex: Knex, time: Date): Promise<OldPart[]> {
  return many(knex, 'SELECT * FROM old_partitions(droppable_until(?))', [time])
}

/**
 * Drops the parts that end until `time` and are rolled up, each in a transaction of its own. Returns them. Ends sooner when `stopping` says
 * so, or when a part stays locked: the rest goes next time.
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

import type { Knex } from 'knex'
import { many, one } from '../../db/sql.ts'
import { hasAggregates } from '../../telemetry/history/rollups-refresh.ts'
import type { Part, TimedPart } from './kinds.ts'

/** Result of a step. `reached` = everything older of this part is deleted or must stay; `done` = nothing is left. */
export interface Stepped {
  readonly rows: number
  readonly reached: Date | null
  readonly done: boolean
}

/** SQL: rows of the part that are old and may be deleted; `o` is the row. */
export function oldRows({ table, time, where }: TimedPart): string {
  return `${table} o where o.${time} < :before${where === undefined ? '' : ` and ${where}`}`
}

/**
 * Deletes at most `most` rows of a part, the oldest first. Skips locked rows until the next run, so that nothing waits
 * or deadlocks.
 */
export async function stepRows(
  trx: Knex.Transaction,
  part: TimedPart,
  { before, from, most }: { before: Date; from: Date | null; most: number },
): Promise<Stepped> {
  const chosen = `from ${oldRows(part)} and o.${part.time} >= coalesce(:from::timestamptz, '-infinity') order by o.${part.time} limit :most for update of o skip locked`
  const sql =
    part.remove === undefined
      ? `with gone as (delete from ${part.table} t where t.ctid = any (array(select o.ctid ${chosen})) returning t.${part.time} as at)`
      : `with old as materialized (select o.* ${chosen})${part.remove}`
  const { rows, reached } = await one<{ rows: number; reached: Date | null }>(
    trx,
    `${sql} select count(*)::int as rows, max(at)::timestamptz as reached from gone`,
    { before, from, most } as never,
  )
  return { rows, reached, done: rows < most }
}

/** Number of pages that one step reads of a table without an index by time. */
const scannedPages = 1_000

/** Deletes old rows on the next pages of a table, from page `from` on; returns where to continue. */
export async function stepPages(
  trx: Knex.Transaction,
  { table, time }: TimedPart,
  { before, from }: { before: Date; from: number },
): Promise<{ rows: number; next: number; done: boolean }> {
  const until = from + scannedPages
  const { rows, pages } = await one<{ rows: number; pages: number }>(
    trx,
    `with gone as (delete from ${table} t where t.ctid = any (array(
         select o.ctid from ${table} o where o.ctid >= :first::tid and o.ctid < :last::tid and o.${time} < :before for update of o skip locked))
       returning 1)
     select count(*)::int as rows, (pg_relation_size(:table::regclass) / current_setting('block_size')::int)::int as pages from gone`,
    { table, before, first: `(${from},0)`, last: `(${until},0)` } as never,
  )
  return { rows, next: until, done: until >= pages }
}

/** Drops old chunks of rolled-up readings in a continuous aggregate; returns how many, null if they are rows. */
export async function dropRolledUp(trx: Knex.Transaction, rollup: string, before: Date): Promise<number | null> {
  const drop = 'select case when has_aggregates() then drop_rollups(:rollup, :before) end as dropped'
  return (await one<{ dropped: number | null }>(trx, drop, { rollup, before } as never)).dropped
}

/** Deletes failed jobs that nobody will retry, by the worker's own function. */
export async function stepJobs(trx: Knex.Transaction, before: Date, most: number): Promise<Stepped> {
  const gone = await many(
    trx,
    `select from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where ${failedJobs} order by id limit :most))`,
    { before, most } as never,
  )
  return { rows: gone.length, reached: null, done: gone.length < most }
}

/** Jobs that failed for good before a time. */
export const failedJobs = 'attempts >= max_attempts and locked_at is null and updated_at < :before'

/** Returns the time of the oldest row that may be deleted, without an index by time; null = none. */
export async function oldestOf(knex: Knex, part: Part, before: Date): Promise<Date | null> {
  const bindings = { before, table: part.table } as never
  const [first] = await many<{ oldest: Date | null }>(knex, await oldestSql(knex, part), bindings)
  return first?.oldest ?? null
}

async function oldestSql(knex: Knex, part: Part): Promise<string> {
  if (part.how === 'partitions')
    return 'select min(until) as oldest from old_partitions(droppable_until(:before)) where stream = :table'
  if (part.how === 'jobs') return `select min(updated_at) as oldest from graphile_worker.jobs where ${failedJobs}`
  if (part.how === 'rollup' && (await hasAggregates(knex)))
    return `select min(range_end) as oldest from timescaledb_information.chunks
      where format('%I.%I', hypertable_schema, hypertable_name)::regclass = rollup_table(:table) and range_end <= :before`
  const order = part.how === 'scan' ? '' : `order by o.${part.time}`
  return `select o.${part.time}::timestamptz as oldest from ${oldRows(part)} ${order} limit 1`
}

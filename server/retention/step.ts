import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { hasAggregates } from '../../telemetry/history/rollups-refresh.ts'
import type { Part, RowsPart } from './kinds.ts'

type Timed = Pick<RowsPart, 'table' | 'time' | 'where' | 'remove'>

/** What one step did. `reached` = of this part everything older is gone or must stay; `done` = nothing more of it is there. */
export interface Stepped {
  readonly rows: number
  readonly reached: Date | null
  readonly done: boolean
}

/** Rows of the part that are old and may go; `o` is the row. */
export function oldRows({ table, time, where }: Timed): string {
  return `${table} o where o.${time} < :before${where === undefined ? '' : ` and ${where}`}`
}

/**
 * Deletes the next rows of a part, at most `most`, from the oldest on. Rows that somebody works with are left for the next run, so that nobody
 * waits and nothing deadlocks.
 */
export async function stepRows(
  trx: Knex.Transaction,
  part: Timed,
  { before, from, most }: { before: Date; from: Date | null; most: number },
): Promise<Stepped> {
  const chosen = `from ${oldRows(part)} and o.${part.time} >= coalesce(:from::timestamptz, '-infinity') order by o.${part.time} limit :most for update of o skip locked`
  const sql =
    part.remove === undefined
      ? `with gone as (delete from ${part.table} t where t.ctid = any (array(select o.ctid ${chosen})) returning t.${part.time} as at)`
      : `with old as materialized (select o.* ${chosen})${part.remove}`
  const [gone] = await many<{ count: number; reached: Date | null }>(
    trx,
    `${sql} select count(*)::int as count, max(at)::timestamptz as reached from gone`,
    { before, from, most } as never,
  )
  const count = gone?.count ?? 0
  return { rows: count, reached: gone?.reached ?? null, done: count < most }
}

/** Pages of a table without an index by time that one step reads. */
const scannedPages = 1_000

/** Deletes what is old on the next pages of a table, from page `from` on; answers where to go on. Ends at the last page that there is. */
export async function stepPages(
  trx: Knex.Transaction,
  { table, time }: Timed,
  { before, from }: { before: Date; from: number },
): Promise<{ rows: number; next: number; done: boolean }> {
  const until = from + scannedPages
  const [gone] = await many<{ count: number; pages: number }>(
    trx,
    `with gone as (delete from ${table} t where t.ctid = any (array(
         select o.ctid from ${table} o where o.ctid >= :first::tid and o.ctid < :last::tid and o.${time} < :before for update of o skip locked))
       returning 1)
     select count(*)::int as count, (pg_relation_size(:table::regclass) / current_setting('block_size')::int)::int as pages from gone`,
    { table, before, first: `(${from},0)`, last: `(${until},0)` } as never,
  )
  return { rows: gone?.count ?? 0, next: until, done: until >= (gone?.pages ?? 0) }
}

/** Drops old chunks of rolled-up readings that are a continuous aggregate; answers how many, null where they are rows. */
export async function dropRolledUp(trx: Knex.Transaction, rollup: string, before: Date): Promise<number | null> {
  const [found] = await many<{ dropped: number | null }>(
    trx,
    'select case when has_aggregates() then drop_rollups(:rollup, :before) end as dropped',
    { rollup, before } as never,
  )
  return found?.dropped ?? null
}

/** Forgets failed jobs that nobody will try again, by the worker's own function. */
export async function stepJobs(trx: Knex.Transaction, before: Date, most: number): Promise<Stepped> {
  const gone = await many(
    trx,
    `select from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where ${failedJobs} order by id limit :most))`,
    { before, most } as never,
  )
  return { rows: gone.length, reached: null, done: gone.length < most }
}

/** Failed for good before a time. */
export const failedJobs = 'attempts >= max_attempts and locked_at is null and updated_at < :before'

/** The time of the oldest row that may go, of a table without an index by time that of any; null = there is none. */
export async function oldestOf(knex: Knex, part: Part, before: Date): Promise<Date | null> {
  if (part.how === 'partitions') {
    const [first] = await many<{ oldest: Date | null }>(
      knex,
      'select min(until) as oldest from old_partitions(droppable_until(:before)) where stream = :table',
      { before, table: part.table } as never,
    )
    return first?.oldest ?? null
  }
  if (part.how === 'jobs') {
    const [first] = await many<{ oldest: Date | null }>(
      knex,
      `select min(updated_at) as oldest from graphile_worker.jobs where ${failedJobs}`,
      { before } as never,
    )
    return first?.oldest ?? null
  }
  if (part.how === 'rollup' && (await hasAggregates(knex))) {
    const [first] = await many<{ oldest: Date | null }>(
      knex,
      `select min(range_end) as oldest from timescaledb_information.chunks
       where format('%I.%I', hypertable_schema, hypertable_name)::regclass = rollup_table(:table) and range_end <= :before`,
      { before, table: part.table } as never,
    )
    return first?.oldest ?? null
  }
  const order = part.how === 'scan' ? '' : `order by o.${part.time}`
  const [first] = await many<{ oldest: Date }>(
    knex,
    `select o.${part.time}::timestamptz as oldest from ${oldRows(part)} ${order} limit 1`,
    { before } as never,
  )
  return first?.oldest ?? null
}

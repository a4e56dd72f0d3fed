import type { Knex } from 'knex'
import { retentionKeys } from '../../contract/operation.ts'
import { exists, many, one } from '../../db/sql.ts'
import { parts } from './kinds.ts'
import { readSizes } from './sizes.ts'
import { oldestOf } from './step.ts'

/**
 * Stores today's sizes of all tables, once per UTC day, in whichever process is first; returns true if it did.
 * Forecasts are based on them.
 */
export async function sampleSizes(knex: Knex): Promise<boolean> {
  if (await exists(knex, `select from table_sizes where day = (now() at time zone 'UTC')::date`)) return false
  const sizes = await readSizes(knex)
  const oldest = await readOldest(knex)
  await knex.raw(
    `insert into table_sizes (table_name, day, bytes, row_count, oldest)
     select name, (now() at time zone 'UTC')::date, bytes, rows, oldest
     from jsonb_to_recordset(?::jsonb) as size (name text, bytes bigint, rows bigint, oldest timestamptz) on conflict do nothing`,
    [
      JSON.stringify(
        sizes.map(({ name, bytes, rows: count }) => ({ name, bytes, rows: count, oldest: oldest.get(name) ?? null })),
      ),
    ],
  )
  return true
}

/** Returns the time of the oldest row of every table with a span. */
export async function readOldest(knex: Knex): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>()
  const { now } = await one<{ now: Date }>(knex, `select now() + interval '1 day' as now`)
  for (const key of retentionKeys) {
    for (const part of parts[key]) {
      const at = part.how === 'partitions' ? await oldestOfStream(knex, part.table) : await oldestOf(knex, part, now)
      const other = found.get(part.table)
      if (at !== null && (other === undefined || at < other)) found.set(part.table, at)
    }
  }
  return found
}

/** Oldest row of a stream, found per device: the index is by device, and every device has old rows. */
async function oldestOfStream(knex: Knex, stream: string): Promise<Date | null> {
  const [first] = await many<{ at: Date | null }>(
    knex,
    `select min(first.at) as at from devices d cross join lateral (select at from ${stream} where device_id = d.id order by at limit 1) first`,
  )
  return first?.at ?? null
}

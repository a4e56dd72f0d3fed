import type { Knex } from 'knex'
import { one } from './sql.ts'

/** The database's time. No other clock decides about deadlines. */
export async function clock(knex: Knex): Promise<Date> {
  return (await one<{ now: Date }>(knex, 'select clock_timestamp() as now')).now
}

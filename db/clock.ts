import type { Knex } from 'knex'
import { row } from './rows.ts'

/** The database's time: deadlines are judged by no other clock. */
export async function clock(knex: Knex): Promise<Date> {
  return (await row<{ now: Date }>(knex, 'select clock_timestamp() as now')).now
}

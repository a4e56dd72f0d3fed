import type { Knex } from 'knex'
import { many } from '../sql.ts'

/** Returns the names of all tables, with those of the jobs. */
export async function tableNames(knex: Knex): Promise<string[]> {
  const tables = await many<{ name: string }>(
    knex,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  return tables.map(({ name }) => name)
}

/** Returns the names of the tables in which some row holds the text, in whatever column. */
export async function tablesHolding(knex: Knex, text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await tableNames(knex))
    if ((await many(knex, `select 1 from ${name} t where position(? in t::text) > 0 limit 1`, [text])).length > 0)
      found.push(name)
  return found
}

import type { Knex } from 'knex'

/** Returns the first row of a query that must have one. */
export async function one<T>(knex: Knex, sql: string, bindings: Knex.RawBinding[] = []): Promise<T> {
  const { rows } = await knex.raw<{ rows: T[] }>(sql, bindings)
  const [row] = rows
  if (row === undefined) throw new Error(`no row: ${sql}`)
  return row
}

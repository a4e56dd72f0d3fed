import type { Knex } from 'knex'

/** The first row of a query, which must have one. */
export async function one<T>(knex: Knex, sql: string, bindings: Knex.RawBinding[] = []): Promise<T> {
  const { rows } = await knex.raw<{ rows: T[] }>(sql, bindings)
  const [row] = rows
  if (row === undefined) throw new Error(`no row: ${sql}`)
  return row
}

import type { Knex } from 'knex'

type Bindings = readonly Knex.RawBinding[]

/** The rows of a plain SQL query, with the shape that its author says they have. */
export async function rows<T>(knex: Knex, sql: string, bindings: Bindings = []): Promise<T[]> {
  const answer = await knex.raw<{ rows: T[] }>(sql, bindings)
  return answer.rows
}

/** Whether a query has any row. */
export async function isThere(knex: Knex, sql: string, bindings: Bindings = []): Promise<boolean> {
  return (await row<{ there: boolean }>(knex, `select exists (${sql}) as there`, bindings)).there
}

/** The first row of a query that always has one. */
export async function row<T>(knex: Knex, sql: string, bindings: Bindings = []): Promise<T> {
  const [first] = await rows<T>(knex, sql, bindings)
  if (first === undefined) throw new Error('A query that always has a row had none.')
  return first
}

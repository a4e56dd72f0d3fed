import { createHash } from 'node:crypto'
import type { Knex } from 'knex'

const names = new Map<string, string>()

/**
 * Rows of a statement whose plan is kept on its connection. Planning a view takes ten times as long as reading one row of it. Only for texts from
 * constants: each text is a statement of its own.
 */
export async function keptRows<T>(
  trx: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>> = [],
): Promise<T[]> {
  let name = names.get(sql)
  if (!name) names.set(sql, (name = createHash('md5').update(sql).digest('hex')))
  const { rows } = await trx.raw<{ rows: T[] }>(sql, bindings as Knex.ValueDict).options({ name })
  return rows
}

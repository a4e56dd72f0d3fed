import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type pg from 'pg'

interface Kept {
  readonly name: string
  /** As the server takes it: $1 instead of the first ?. */
  readonly text: string
}
const kept = new Map<string, Kept>()

function keptOf(sql: string): Kept {
  let found = kept.get(sql)
  if (!found) {
    let place = 0
    const text = sql.replace(/\?/g, () => `$${(place += 1)}`)
    kept.set(sql, (found = { name: createHash('md5').update(sql).digest('hex'), text }))
  }
  return found
}

/**
 * Rows of a statement whose plan is kept on its connection. Planning a view takes ten times as long as reading one row of it. Only for texts from
 * constants: each text is a statement of its own. It has no `?` but those of bindings, bindings are values and no SQL, and of tables it names columns (a
 * column that is added must not change what it answers).
 */
export async function keptRows<T>(
  trx: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>> = [],
): Promise<T[]> {
  const { name } = keptOf(sql)
  const { rows } = await trx.raw<{ rows: T[] }>(sql, bindings as Knex.ValueDict).options({ name })
  return rows
}

/** As keptRows, sent on the connection of a transaction when this is called, so that others can follow without waiting (inOneGo). */
export async function keptOn<T>(
  connection: pg.ClientBase,
  sql: string,
  bindings: readonly unknown[] = [],
): Promise<T[]> {
  const { rows } = await connection.query<T & pg.QueryResultRow>({ ...keptOf(sql), values: [...bindings] })
  return rows
}

/** For the rest of a transaction plans are made once for all values, as on a connection with onePlan. Goes before what it is for. */
export async function withOnePlan(connection: pg.ClientBase): Promise<void> {
  await connection.query('SET LOCAL plan_cache_mode = force_generic_plan')
}

import type { Knex } from 'knex'
import { type Model, type ModelClass, raw } from 'objection'

/** Returns how the rows of a model are named: by a column, or an SQL expression. */
export const namesBy =
  (model: ModelClass<Model>, name = 'name') =>
  async (trx: Knex.Transaction, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
    (await model
      .query(trx)
      .findByIds([...ids])
      .select('id', raw(`${name} as name`))) as unknown as { id: number; name: string }[]

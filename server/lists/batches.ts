import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'

/** Rows read at a time: enough that the database is seldom asked, few enough to be held. */
const batchSize = 500
/** The database itself ends the reading of somebody who takes nothing for so long. */
const maxPause = '60s'

/** SQL that yields the ids of a list in its order. */
export interface Ids {
  readonly sql: string
  readonly bindings: readonly Knex.RawBinding[] | Knex.ValueDict
}

/** Yields the ids of a list batch by batch, through a cursor: nothing is read before it is wanted. */
export async function* idBatches<Id>(trx: Knex.Transaction, { sql, bindings }: Ids): AsyncGenerator<Id[]> {
  await trx.raw(`set local idle_in_transaction_session_timeout = '${maxPause}'`)
  await trx.raw(`declare list_ids no scroll cursor for ${sql}`, bindings)
  for (;;) {
    const found = await many<{ id: Id }>(trx, `fetch ${batchSize} from list_ids`)
    if (found.length > 0) yield found.map(({ id }) => id)
    if (found.length < batchSize) return
  }
}

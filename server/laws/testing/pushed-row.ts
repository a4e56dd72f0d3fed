import type { Knex } from 'knex'
import type { ChangeKind, RoomChange, ViewOf } from '../../../contract/changes.ts'
import { one } from '../../../db/sql.ts'

/** Publishes as the verbs do; returns the row as the change of its kind carries it to screens. */
export async function pushedRow<K extends ChangeKind>(
  knex: Knex,
  kind: K,
  id: number | string,
  publishing: (trx: Knex.Transaction) => Promise<unknown>,
): Promise<ViewOf<K>> {
  await knex.transaction(publishing)
  const { changes } = await one<{ changes: RoomChange[] }>(
    knex,
    'select changes from outbox order by xid desc, id desc limit 1',
  )
  const found = changes.find((change) => change.kind === kind && change.id === id)
  if (!found?.view) throw new Error(`no ${kind} ${id} was published`)
  return found.view as ViewOf<K>
}

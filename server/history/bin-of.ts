import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { binDays } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { seenBy } from './tables.ts'

export const dayMs = 86_400_000

/** Rows that were removed lately and are still gone, as far as somebody may see them. */
export function binOf(trx: Knex, actor: UserActor, now: Date): QueryBuilder<RowHistory> {
  return RowHistory.query(trx)
    .where((own) => {
      own.modify('visibleTo', actor)
      // Managers no longer have a zone that they removed.
      if (!actor.seesAll) own.orWhere({ entity: 'zone', user_id: actor.userId })
    })
    .where('row_history.operation', 'remove')
    .where('row_history.leads', true)
    .whereNull('row_history.undone_by')
    .whereNull('row_history.emptied_at')
    .whereIn('row_history.entity', seenBy(actor.seesAll))
    .where('row_history.at', '>', new Date(now.getTime() - binDays * dayMs))
}

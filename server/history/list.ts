import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { type HistoryChange, list } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { readPage, sortBy } from '../lists/page.ts'
import { searchIn } from '../lists/search.ts'
import { changesOf } from './changes.ts'
import { seenBy } from './tables.ts'

interface Asked {
  readonly trx: Knex
  readonly actor: UserActor
  readonly input: {
    readonly search: string
    readonly sort: string
    readonly filters: {
      readonly entity?: string | undefined
      readonly rowId?: number | undefined
      readonly userId?: number | undefined
      readonly operation?: string | undefined
      readonly from?: string | undefined
      readonly until?: string | undefined
    }
  }
}

function found({ trx, actor, input: { filters, search, sort } }: Asked): QueryBuilder<RowHistory> {
  const query = RowHistory.query(trx)
    .modify('visibleTo', actor)
    .where('row_history.leads', true)
    .whereIn('row_history.entity', seenBy(actor.seesAll))
    .withGraphFetched('user')
  const { entity, rowId, userId, operation, from, until } = filters
  if (entity !== undefined) query.where('row_history.entity', entity)
  if (rowId !== undefined) query.where('row_history.row_id', rowId)
  if (userId !== undefined) query.where('row_history.user_id', userId)
  if (operation !== undefined) query.where('row_history.operation', operation)
  if (from !== undefined) query.where('row_history.at', '>=', from)
  if (until !== undefined) query.where('row_history.at', '<', until)
  searchIn(query, ['row_history.name'], search)
  sortBy(query, sort as 'at', { at: 'row_history.id' }, 'row_history.id')
  return query
}

const csv: readonly CsvColumn<HistoryChange>[] = [
  { head: heads.changed, cell: ({ at }) => csvTime(at, 'UTC') },
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.users, cell: ({ by }) => by?.name ?? null },
]

/** What was changed in the installation, newest first; managers see rows of their zones. */
export default answerListBy<typeof list, number>(list, {
  async page(call) {
    const { rows, ...count } = await readPage(call.trx, found(call), 'row_history.id', call.input)
    return { rows: await changesOf(call.trx, call.actor, rows), ...count }
  },
  ids(call) {
    const { sql, bindings } = found(call).clearWithGraph().clearSelect().select('row_history.id').toKnexQuery().toSQL()
    return { sql, bindings: bindings as Knex.RawBinding[] }
  },
  rows: async (call, ids) => changesOf(call.trx, call.actor, await found(call).findByIds([...ids])),
  id: ({ id }) => id,
  csv,
})

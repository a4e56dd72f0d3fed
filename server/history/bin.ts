import { raw } from 'objection'
import { type BinRow, bin, binDays, type HistoryEntity } from '../../contract/history.ts'
import type { RowHistory } from '../../db/models/history.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { binOf, dayMs } from './bin-of.ts'

const csv: readonly CsvColumn<BinRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.changed, cell: ({ at }) => csvTime(at, 'UTC') },
]

/** The bin: what was removed within the last 30 days, of the caller's zones. */
export default answerList<typeof bin, RowHistory>(bin, {
  query: ({ trx, actor, now, input: { filters } }) => {
    const found = binOf(trx, actor, now).withGraphFetched('user')
    return filters.entity === undefined ? found : found.where('row_history.entity', filters.entity)
  },
  id: 'row_history.id',
  search: ['row_history.name'],
  sorts: { at: 'row_history.at', name: raw('lower(row_history.name)') },
  row: ({ id, at, user, entity, rowId, name }) => ({
    id,
    at: at.toISOString(),
    by: user ? { id: user.id, name: user.shownName } : null,
    entity: entity as HistoryEntity,
    rowId,
    name,
    until: new Date(at.getTime() + binDays * dayMs).toISOString(),
  }),
  csv,
})

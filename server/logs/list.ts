import type { LogRow } from '../../contract/logs.ts'
import { list } from '../../contract/logs.ts'
import { LoggedLine } from '../../db/models/logs.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { logRow } from './log-row.ts'

const csv: readonly CsvColumn<LogRow>[] = [
  { head: heads.time, cell: ({ at }) => csvTime(at, 'UTC') },
  { head: heads.level, cell: ({ level }) => level },
  { head: heads.area, cell: ({ area }) => area },
  { head: heads.kind, cell: ({ kind }) => kind },
  { head: heads.message, cell: ({ message }) => message },
  { head: heads.times, cell: ({ times }) => times },
  { head: heads.supportCode, cell: ({ supportCode }) => supportCode },
  { head: heads.person, cell: ({ person }) => person?.name ?? null },
  {
    head: heads.details,
    cell: ({ facts }) =>
      Object.entries(facts)
        .map((fact) => fact.join(': '))
        .join('; '),
  },
]

/** The log, newest first. Ids ascend with the time at which lines were written. */
export default answerList(list, {
  query: ({ trx, input: { filters } }) => {
    const { level, area, from, until, supportCode, after } = filters
    const found = LoggedLine.query(trx).withGraphFetched('user')
    if (level !== undefined) found.where('database_logs.level', level)
    if (area !== undefined) found.where('database_logs.scope', area)
    if (from !== undefined) found.where('database_logs.at', '>=', from)
    if (until !== undefined) found.where('database_logs.at', '<=', until)
    if (supportCode !== undefined) found.where('database_logs.support_code', supportCode.toUpperCase())
    if (after !== undefined) found.where('database_logs.id', '>', after)
    return found
  },
  id: 'database_logs.id',
  search: ['database_logs.message', 'database_logs.support_code'],
  sorts: { at: 'database_logs.id' },
  row: logRow,
  csv,
})

import { raw } from 'objection'
import { type ImportRow, list } from '../../contract/imports.ts'
import { Import } from '../../db/models/imports.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { importRow } from './progress.ts'

const csv: readonly CsvColumn<ImportRow>[] = [
  { head: heads.name, cell: ({ fileName }) => fileName },
  { head: heads.kind, cell: ({ entity }) => entity },
  { head: heads.state, cell: ({ state }) => state },
  { head: heads.changed, cell: ({ createdAt }) => csvTime(createdAt, 'UTC') },
]

/** Imports of the caller (admins: all). The search looks in the names of files. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Import.query(trx).modify('visibleTo', actor).withGraphFetched('user')
    if (filters.entity !== undefined) found.where('imports.entity', filters.entity)
    if (filters.state !== undefined) found.where('imports.state', filters.state)
    return found
  },
  id: 'imports.id',
  search: ['imports.file_name'],
  sorts: {
    createdAt: 'imports.created_at',
    fileName: raw('lower(imports.file_name)'),
    entity: 'imports.entity',
    state: 'imports.state',
    total: 'imports.total',
  },
  row: importRow,
  csv,
})

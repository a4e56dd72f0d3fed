import { type ImportedRow, rows } from '../../contract/imports.ts'
import { Import, ImportRow } from '../../db/models/imports.ts'
import { answer } from '../kernel/bus/handle.ts'

/** A page of the rows of one of the caller's imports. */
export default answer(rows, async ({ input, actor, trx, refuse }) => {
  const { importId, kind, page, pageSize } = input
  if (!(await Import.query(trx).findById(importId).modify('visibleTo', actor))) return refuse('not-found')
  const found = ImportRow.query(trx).where('import_id', importId).whereNotNull('kind')
  if (kind) found.where('kind', kind)
  const { results, total } = await found.orderBy('number').page(page - 1, pageSize)
  return { rows: results.map(importedRow), recordCount: total }
})

/** A row as the wire has it. */
export function importedRow({ number, kind, name, rowId, differences, errors }: ImportRow): ImportedRow {
  const issues = (errors ?? []) as unknown as { path: string; issue: string; params?: Record<string, string> }[]
  return {
    number,
    kind: kind ?? 'wrong',
    name: name ?? `#${number}`,
    rowId,
    differences: (differences ?? []) as unknown as ImportedRow['differences'],
    errors: issues.map(({ path, issue, params }) => ({
      field: path.split('.')[0] ?? '',
      code: issue,
      ...(params ? { params } : {}),
    })),
  }
}

import type { AnyQueryBuilder } from 'objection'
import { containing } from '../kernel/sql.ts'

/** Keeps the rows that have the text in one of these columns ('tariffs.name'); % and _ are letters. An empty text keeps them all. */
export function searchIn(query: AnyQueryBuilder, columns: readonly string[], text: string): void {
  if (text === '') return
  const like = containing(text)
  query.where((found) => {
    for (const column of columns) found.orWhere(column, 'ilike', like)
  })
}

import type { RowHistory } from '../../db/models/history.ts'
import { keyOf } from './tables.ts'

export type Written = Pick<RowHistory, 'id' | 'source' | 'entity' | 'rowId' | 'before' | 'after' | 'veiled'>

/** Returns the key of the row that a change wrote: its table and what identifies it there. */
export function rowKey({ source, rowId, before, after }: Written): string {
  const key = keyOf(source)
  const values =
    key.length === 1 && key[0] === 'id' && typeof (after ?? before)?.['id'] !== 'string'
      ? [rowId]
      : key.map((column) => (after ?? before)?.[column])
  return JSON.stringify([source, ...values])
}

/** Returns whether later changes of one row, oldest first, left it different from how they found it. */
export function changedSince(later: readonly Written[]): boolean {
  const [first, last] = [later[0], later.at(-1)]
  if (!first || !last) return false
  if (later.some(({ veiled }) => veiled.length > 0)) return true
  if ((first.before === null) !== (last.after === null)) return true
  const start = new Map<string, string>()
  const end = new Map<string, string>()
  for (const { before, after } of later) {
    for (const [column, value] of Object.entries(before ?? {}))
      if (!start.has(column)) start.set(column, JSON.stringify(value))
    for (const [column, value] of Object.entries(after ?? {})) end.set(column, JSON.stringify(value))
  }
  return [...end].some(([column, value]) => column !== 'modified_by' && start.get(column) !== value)
}

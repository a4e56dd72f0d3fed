import { useState } from 'react'

export type RowId = string | number
export interface Selection<Row> {
  /** Selected rows among the visible ones: hidden rows are never acted on. */
  readonly rows: readonly Row[]
  readonly has: (id: RowId) => boolean
  readonly toggle: (id: RowId) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Which of the visible rows are selected. */
export function useSelection<Row>(shown: readonly Row[], idOf: (row: Row) => RowId): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<RowId>>(new Set())
  const rows = shown.filter((row) => chosen.has(idOf(row)))
  return {
    rows,
    has: (id) => chosen.has(id),
    toggle: (id) => {
      const next = new Set(rows.map(idOf))
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    toggleAll: () => setChosen(rows.length === shown.length ? new Set() : new Set(shown.map(idOf))),
    clear: () => setChosen(new Set()),
  }
}

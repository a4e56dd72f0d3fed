import { useState } from 'react'

export type RowId = string | number
export interface Selection<Row> {
  /** Selected rows: visible ones, or all that match where the person chose those. Hidden rows are never acted on otherwise. */
  readonly rows: readonly Row[]
  readonly has: (id: RowId) => boolean
  /** Selects a row or not; with `range`, all between it and the last one, too. */
  readonly toggle: (id: RowId, range?: boolean) => void
  readonly toggleAll: () => void
  /** Selects these rows, on whatever page they are. */
  readonly choose: (rows: readonly Row[]) => void
  readonly clear: () => void
}

interface Chosen<Row> {
  /** The search and filters for which they were chosen. */
  readonly scope: string
  readonly ids: ReadonlySet<RowId>
  /** Rows of other pages too, as they were when they were chosen. */
  readonly matching: ReadonlyMap<RowId, Row>
  /** The row that was selected last: where a range begins. */
  readonly last: RowId | null
}

/** Which of the rows are selected; `scope` = search and filters, which end the selection of hidden rows when they change. */
export function useSelection<Row>(shown: readonly Row[], idOf: (row: Row) => RowId, scope = ''): Selection<Row> {
  const none: Chosen<Row> = { scope, ids: new Set(), matching: new Map(), last: null }
  const [held, setHeld] = useState(none)
  const chosen = held.scope === scope ? held : none
  const known = new Map([...chosen.matching, ...shown.map((row): [RowId, Row] => [idOf(row), row])])
  const rows = [...known].filter(([id]) => chosen.ids.has(id)).map(([, row]) => row)
  const select = (ids: Iterable<RowId>, last: RowId | null) => setHeld({ ...chosen, ids: new Set(ids), last })
  const visible = shown.map(idOf)
  return {
    rows,
    has: (id) => chosen.ids.has(id),
    toggle: (id, range = false) => {
      const next = new Set(rows.map(idOf))
      const [from, to] = [visible.indexOf(chosen.last ?? id), visible.indexOf(id)].toSorted((a, b) => a - b)
      const between = range && from !== undefined && from >= 0 ? visible.slice(from, (to ?? from) + 1) : [id]
      const selects = !next.has(id)
      for (const each of between) {
        if (selects) next.add(each)
        else next.delete(each)
      }
      select(next, id)
    },
    toggleAll: () => {
      const others = rows.map(idOf).filter((id) => !visible.includes(id))
      select(visible.every((id) => chosen.ids.has(id)) ? others : [...others, ...visible], null)
    },
    choose: (found) =>
      setHeld({
        scope,
        ids: new Set(found.map(idOf)),
        matching: new Map(found.map((row) => [idOf(row), row])),
        last: null,
      }),
    clear: () => setHeld(none),
  }
}

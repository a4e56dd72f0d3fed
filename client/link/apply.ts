import type { Change, ChangeKind, ViewOf } from '../../contract/changes.ts'

/** A row as last heard: its version stays known after the row is gone, so that an older change cannot bring it back. */
export interface Row<K extends ChangeKind = ChangeKind> {
  readonly version: number
  /** null = gone. */
  readonly view: ViewOf<K> | null
}
type Id = string | number
type Tables = { readonly [K in ChangeKind]?: Map<Id, Row<K>> }
/** Rows by kind and id. The tables are changed in place; every change is reported. */
export interface Rows {
  readonly kinds: readonly ChangeKind[]
  readonly tables: Tables
}
export type Touched = Pick<Change, 'kind' | 'id'>

/** How many gone rows of a kind are remembered, and how many rows of a kind that only grows. Beyond it the oldest tenth is forgotten. */
const keepGone = 2_000
const maxKept: Readonly<Partial<Record<ChangeKind, number>>> = { reading: 5_000 }

export function emptyRows(kinds: readonly ChangeKind[]): Rows {
  return { kinds, tables: Object.fromEntries(kinds.map((kind) => [kind, new Map<Id, never>()])) }
}

/** Applies changes to the rows and returns those that moved. Unknown kinds are ignored; only a higher version moves a row. */
export function apply(rows: Rows, changes: readonly Change[]): Touched[] {
  const touched = changes.filter((change) => put(rows, change)).map(({ kind, id }) => ({ kind, id }))
  for (const kind of new Set(touched.map((each) => each.kind))) forget(kind, rows)
  return touched
}

function put<K extends ChangeKind>({ tables }: Rows, { kind, id, version, view }: Change<K>): boolean {
  const table = tables[kind]
  const before = table?.get(id)
  if (!table || (before && before.version >= version)) return false
  table.set(id, { version, view })
  return true
}

/**
 * Takes a fresh snapshot: rows that it does not hold are gone, at the version they had; it moves no row backwards either. Whoever takes it
 * keeps what is pushed between the asking and the answer and applies that afterwards (watch.ts). `again`: rows of the version that is known
 * count too, for what time alone changes.
 */
export function applySnapshot(rows: Rows, snapshot: readonly Change[], anew = false): Touched[] {
  const held = new Set(snapshot.map(({ kind, id }) => keyOf(kind, id)))
  for (const { kind, id, version } of snapshot) {
    // Gone only because an earlier snapshot did not hold it (rights that came back): the same version may return.
    const row = rows.tables[kind]?.get(id)
    if (row?.version === version && (anew || row.view === null)) rows.tables[kind]?.delete(id)
  }
  const touched = apply(rows, snapshot)
  for (const kind of rows.kinds) {
    const table = rows.tables[kind]
    for (const [id, row] of table ?? []) {
      if (row.view === null || held.has(keyOf(kind, id))) continue
      table?.set(id, { version: row.version, view: null })
      touched.push({ kind, id })
    }
  }
  return touched
}

const keyOf = (kind: string, id: string | number) => `${kind} ${typeof id} ${id}`

/** Keeps tombstones and streams from growing for as long as a page stays open. */
function forget(kind: ChangeKind, { tables }: Rows): void {
  const table = tables[kind]
  const most = maxKept[kind]
  if (!table || table.size <= (most ?? keepGone)) return
  if (most !== undefined) {
    const oldest = [...table].sort(([, a], [, b]) => a.version - b.version).slice(0, table.size - most * 0.9)
    for (const [id] of oldest) table.delete(id)
    return
  }
  const gone = [...table].filter(([, row]) => row.view === null).sort(([, a], [, b]) => a.version - b.version)
  if (gone.length > keepGone) for (const [id] of gone.slice(0, gone.length - keepGone * 0.9)) table.delete(id)
}

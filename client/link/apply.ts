import type { Change, ChangeKind, ViewOf } from '../../contract/changes.ts'

/** A row as last received: its version is kept after removal, so that an older change cannot restore it. */
export interface Row<K extends ChangeKind = ChangeKind> {
  readonly version: number
  /** null = removed. */
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

/** Maximum number of removed rows remembered per kind, and of rows of an append-only kind. Beyond it the oldest tenth is dropped. */
const keepGone = 2_000
const maxKept: Readonly<Partial<Record<ChangeKind, number>>> = { reading: 5_000 }

export function emptyRows(kinds: readonly ChangeKind[]): Rows {
  return { kinds, tables: Object.fromEntries(kinds.map((kind) => [kind, new Map<Id, never>()])) }
}

/** Applies changes to the rows and returns those that changed. Unknown kinds are ignored; only a higher version changes a row. */
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
 * Applies a fresh snapshot: missing rows are removed, at the version they had; no row moves backwards. The caller keeps
 * changes pushed between request and reply and applies them afterwards (watch.ts). `again`: rows of a known version
 * count too, for what time alone changes.
 */
export function applySnapshot(rows: Rows, snapshot: readonly Change[], anew = false): Touched[] {
  const held = new Set(snapshot.map(({ kind, id }) => keyOf(kind, id)))
  for (const { kind, id, version } of snapshot) {
    // Removed only because an earlier snapshot lacked it (rights that came back): the same version may return.
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

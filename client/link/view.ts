import type { Change, ChangeKind } from '../../contract/changes.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { apply, applySnapshot, emptyRows, type Row, type Touched } from './apply.ts'
import { onFrame } from './frame.ts'

/** loading = nothing yet; live = follows the server; stale = the last known rows, without updates; error = refused. */
export type ViewState = 'loading' | 'live' | 'stale' | 'error'
export interface ViewStatus {
  readonly state: ViewState
  /** Moment until which the rows were current, ms of this device's clock; null while live or never. */
  readonly asOf: number | null
  readonly refusal: Refusal<string> | null
}

export interface LiveView {
  status(): ViewStatus
  /** The rows of a kind; empty if the view does not have it. */
  rows<K extends ChangeKind>(kind: K): ReadonlyMap<string | number, Row<K>>
  row<K extends ChangeKind>(kind: K, id: string | number): Row<K> | undefined
  /** Counts the frames in which rows of the kind changed: a cheap signal for derived lists. */
  revision(kind: ChangeKind): number
  onStatus(listener: () => void): () => void
  onRow(kind: ChangeKind, id: string | number, listener: () => void): () => void
  onRows(kind: ChangeKind, listener: () => void): () => void
}

export interface WritableView extends LiveView {
  put(status: ViewStatus): void
  /** Applies changes in the next frame. */
  push(changes: readonly Change[]): void
  /** Applies a snapshot ('again': rows of the same version count too), or missed changes, and meanwhile pushed ones, now. */
  take(mode: 'snapshot' | 'anew' | 'resumed', changes: readonly Change[], meanwhile: readonly Change[]): void
  clear(): void
}

/** Rows of one watched view with their listeners: one for the status, one per kind, one per row, each called at most once a frame. */
export function createView(kinds: readonly ChangeKind[]): WritableView {
  const rows = emptyRows(kinds)
  const revisions = new Map<ChangeKind, number>()
  const statusListeners = new Set<() => void>()
  const kindListeners = new Map<ChangeKind, Set<() => void>>()
  const rowListeners = new Map<string, Set<() => void>>()
  let status: ViewStatus = { state: 'loading', asOf: null, refusal: null }
  let waiting: Change[] = []

  const tell = (touched: readonly Touched[]) => {
    if (touched.length === 0) return
    const seen = new Set<ChangeKind>()
    for (const { kind } of touched) seen.add(kind)
    for (const kind of seen) revisions.set(kind, (revisions.get(kind) ?? 0) + 1)
    const moved = new Set(touched.map(({ kind, id }) => keyOf(kind, id)))
    for (const key of moved) for (const listener of [...(rowListeners.get(key) ?? [])]) listener()
    for (const kind of seen) for (const listener of [...(kindListeners.get(kind) ?? [])]) listener()
  }
  const frame = onFrame(() => {
    const changes = waiting
    waiting = []
    tell(apply(rows, changes))
  })

  return {
    status: () => status,
    rows: (kind) => rows.tables[kind] ?? new Map<never, never>(),
    row: (kind, id) => rows.tables[kind]?.get(id),
    revision: (kind) => revisions.get(kind) ?? 0,
    onStatus: (listener) => listen(statusListeners, listener),
    onRow: (kind, id, listener) => listenIn(rowListeners, keyOf(kind, id), listener),
    onRows: (kind, listener) => listenIn(kindListeners, kind, listener),
    put(next) {
      if (next.state === status.state && next.asOf === status.asOf && next.refusal === status.refusal) return
      status = next
      for (const listener of [...statusListeners]) listener()
    },
    push(changes) {
      for (const change of changes) if (rows.kinds.includes(change.kind)) waiting.push(change)
      if (waiting.length > 0) frame.schedule()
    },
    take(mode, changes, meanwhile) {
      frame.cancel()
      const earlier = waiting
      waiting = []
      const touched = apply(rows, earlier)
      touched.push(...(mode === 'resumed' ? apply(rows, changes) : applySnapshot(rows, changes, mode === 'anew')))
      touched.push(...apply(rows, meanwhile))
      tell(touched)
    },
    clear() {
      frame.cancel()
      waiting = []
      const touched: Touched[] = []
      for (const kind of kinds) {
        const table = rows.tables[kind]
        for (const id of table?.keys() ?? []) touched.push({ kind, id })
        table?.clear()
      }
      tell(touched)
    },
  }
}

const keyOf = (kind: string, id: string | number) => `${kind} ${typeof id} ${id}`

function listen(set: Set<() => void>, listener: () => void): () => void {
  set.add(listener)
  return () => set.delete(listener)
}

function listenIn<K>(sets: Map<K, Set<() => void>>, key: K, listener: () => void): () => void {
  let set = sets.get(key)
  if (!set) sets.set(key, (set = new Set()))
  set.add(listener)
  const own = set
  return () => {
    own.delete(listener)
    if (own.size === 0 && sets.get(key) === own) sets.delete(key)
  }
}

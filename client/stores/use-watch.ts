import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type * as z from 'zod'
import type { ChangeKind, ViewOf } from '../../contract/changes.ts'
import type { WatchDef } from '../../contract/kit.ts'
import { pageWatches } from '../link/page.ts'
import type { LiveView, ViewStatus } from '../link/view.ts'
import type { Watches } from '../link/watch.ts'
import { canonical } from '../link/watch-key.ts'

type Id = number | string

/** A watched view as a component holds it: its status, and access to its rows for the hooks below. */
export interface Live<K extends ChangeKind> extends ViewStatus {
  readonly view: LiveView
  /** Retries after a refusal. */
  readonly retry: () => void
  /** Requests everything again: for rows that time alone changes. */
  readonly renew: () => void
  /** Only for the types of the rows: the allowed kinds. */
  readonly kinds?: (kind: K) => void
}

/**
 * Follows a view while the component is mounted. The component is redrawn when the status changes, never for rows. `watches` = those of
 * another link than the page's own.
 */
export function useWatch<N extends string, I extends z.ZodType, K extends ChangeKind>(
  def: WatchDef<N, I, K>,
  input: z.input<I>,
  watches: Watches = pageWatches(),
): Live<K> {
  const key = canonical(input)
  // Equal inputs are the same watch, so it depends on their text, not on the object.
  const watched = useMemo(() => watches.of(def, JSON.parse(key) as z.input<I>), [watches, def, key])
  useEffect(() => watched.hold(), [watched])
  const status = useSyncExternalStore(watched.view.onStatus, watched.view.status)
  return useMemo(
    () => ({ ...status, view: watched.view, retry: watched.retry, renew: watched.renew }),
    [status, watched],
  )
}

/** One row; null if removed or not loaded yet. Only a change of this row redraws the component. */
export function useRow<K extends ChangeKind, N extends K>(
  live: Pick<Live<K>, 'view' | 'kinds'>,
  kind: N,
  id: Id,
): ViewOf<N> | null {
  const { view } = live
  const subscribe = useCallback((listener: () => void) => view.onRow(kind, id, listener), [view, kind, id])
  return useSyncExternalStore(subscribe, () => view.row(kind, id)?.view ?? null)
}

/**
 * A value derived from all rows of a kind. `derive` runs once per frame with changes (and when it changes itself: keep it stable); an equal
 * result redraws nothing. Without `same`, results are compared by identity.
 */
export function useRows<K extends ChangeKind, N extends K, R>(
  live: Pick<Live<K>, 'view' | 'kinds'>,
  kind: N,
  derive: (rows: ViewOf<N>[], before: R | undefined) => R,
  same: (a: R, b: R) => boolean = Object.is,
): R {
  const { view } = live
  const kept = useRef<{ view: LiveView; derive: unknown; revision: number; result: R } | null>(null)
  const subscribe = useCallback((listener: () => void) => view.onRows(kind, listener), [view, kind])
  return useSyncExternalStore(subscribe, () => {
    const revision = view.revision(kind)
    const last = kept.current
    if (last && last.view === view && last.derive === derive && last.revision === revision) return last.result
    const before = last?.view === view ? last.result : undefined
    const rows: ViewOf<N>[] = []
    for (const row of view.rows(kind).values()) if (row.view !== null) rows.push(row.view)
    const result = derive(rows, before)
    const settled = before !== undefined && same(before, result) ? before : result
    kept.current = { view, derive, revision, result: settled }
    return settled
  })
}

/** Equal lists, item by item. */
export function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, at) => Object.is(each, b[at]))
}

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRows } from '../../stores/use-watch.ts'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { createRemoteList, type RemoteFilter, sameRemoteList } from './remote-list.ts'
import type { RemoteSearch } from './search.ts'
import type { DevicesLive } from './use-forecast.ts'

/** The list of the smart remote for the address, and the functions that change it. Collapsed groups are stored per grouping. */
export function useRemoteList(live: DevicesLive, search: RemoteSearch) {
  const t = useT()
  const setSearch = useSearchChange<RemoteSearch>()
  const filter = useMemo<RemoteFilter>(
    () => ({
      query: search.q ?? '',
      site: search.site ?? null,
      status: search.status ?? 'all',
      sort: search.sort ?? 'name',
      by: search.by ?? 'site',
      plan: search.plan ?? false,
    }),
    [search],
  )
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const closed = useMemo(
    () =>
      new Set(
        [...folded].flatMap((each) => (each.startsWith(`${filter.by}:`) ? [each.slice(filter.by.length + 1)] : [])),
      ),
    [folded, filter.by],
  )
  const list = useMemo(() => createRemoteList(), [])
  const derive = useCallback((rows: DeviceView[]) => list(rows, filter, t, closed), [list, filter, t, closed])
  const found = useRows(live, 'device', derive, sameRemoteList)
  const ids = useRef(found.ids)
  useLayoutEffect(() => {
    ids.current = found.ids
  }, [found.ids])
  const change = (next: Partial<RemoteFilter>) =>
    setSearch({
      ...(next.query === undefined ? {} : { q: next.query || undefined }),
      ...(next.site === undefined ? {} : { site: next.site ?? undefined }),
      ...(next.status === undefined ? {} : { status: next.status === 'all' ? undefined : next.status }),
      ...(next.sort === undefined ? {} : { sort: next.sort === 'name' ? undefined : next.sort }),
      ...(next.plan === undefined ? {} : { plan: next.plan || undefined }),
      ...(next.by === undefined ? {} : { by: next.by === 'site' ? undefined : next.by }),
    })
  return {
    filter,
    found,
    change,
    reset: () => setSearch({ q: undefined, site: undefined, status: undefined, plan: undefined }),
    idsNow: useCallback(() => ids.current, []),
    fold: useCallback(
      (key: string) =>
        setFolded((before) => {
          const next = new Set(before)
          const name = `${filter.by}:${key}`
          if (!next.delete(name)) next.add(name)
          return next
        }),
      [filter.by],
    ),
  }
}

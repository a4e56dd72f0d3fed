import { useCallback, useEffect, useMemo } from 'react'
import type * as z from 'zod'
import { defaultPageSize, type ListDef, maxCount } from '../../contract/list.ts'
import { type QueryView, useQuery } from '../stores/use-query.ts'
import { useSearchChange } from '../ui/use-search-change.ts'
import { type FiltersOf, inputAt, isNarrowed, type ListSearch, type SearchChange } from './address.ts'
import type { ListColumn } from './column.ts'
import { type Density, type Layout, useLayout } from './use-layout.ts'

export type ReplyOf<D extends ListDef> = z.output<D['reply']> & { readonly rows: z.output<D['row']>[] }

/** A list as its page holds it. */
export interface ListState<D extends ListDef> extends QueryView<ReplyOf<D>> {
  readonly def: D
  readonly search: ListSearch<D>
  readonly input: z.input<D['input']> & { page: number; pageSize: number }
  readonly narrowed: boolean
  readonly layout: Layout
  /** Changes the address; another search or filter starts at the first page. */
  readonly change: SearchChange<D>
}

interface Options {
  /** Changes when rows did (useChangeCounter): the list is loaded again. */
  readonly moved?: number | undefined
  readonly pageSize?: number | undefined
  /** Density for people who never chose one. */
  readonly density?: Density | undefined
  /** Filters that the page derives from its address, or its defaults where the address is silent. */
  readonly given?: Partial<FiltersOf<ListDef>> | undefined
  /** Whether the page's own filters narrow the list. */
  readonly narrowed?: boolean | undefined
}

/** Loads the page of a list that the address names. */
export function useList<D extends ListDef>(
  def: D,
  search: ListSearch<D>,
  columns: readonly ListColumn<z.output<D['row']>>[],
  { moved = 0, pageSize = defaultPageSize, density, given, narrowed = false }: Options = {},
): ListState<D> {
  const navigate = useSearchChange<ListSearch<D>>()
  const change = useCallback<SearchChange<D>>(
    (next) => navigate('page' in next ? next : { page: undefined, ...next }),
    [navigate],
  )
  const input = useMemo(() => {
    const { filters, ...asked } = inputAt(def, search, pageSize) as { filters: object }
    return { ...asked, filters: { ...given, ...filters } }
  }, [def, search, pageSize, given]) as ListState<D>['input']
  const found = useQuery(def, input, moved) as QueryView<ReplyOf<D>>
  const layout = useLayout(def.name, columns, density)
  const { view, former } = found
  const rows = view === null ? 0 : Math.min(view.recordCount as number, maxCount)
  const last = Math.max(1, Math.ceil(rows / pageSize))
  const beyond = view !== null && !former && input.page > last
  useEffect(() => {
    if (beyond) change({ page: last === 1 ? undefined : last } as Partial<ListSearch<D>>)
  }, [beyond, last, change])
  return { ...found, def, search, input, narrowed: narrowed || isNarrowed(def, search), layout, change }
}

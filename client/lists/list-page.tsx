import type { ReactNode } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { type Freshness, Page } from '../ui/page.tsx'
import type { FiltersOf, ListSearch, SearchChange } from './address.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'
import { ListTools } from './list-tools.tsx'
import type { Density } from './use-layout.ts'
import { type ReplyOf, useList } from './use-list.ts'

interface ListPageProps<D extends ListDef> extends Omit<ListRowsProps<D>, 'list'> {
  def: D
  /** The address: `useListSearch(def, route.useSearch())` of a route with `validateSearch: listAddress<typeof def>`. */
  search: ListSearch<D>
  title: string
  lead?: ReactNode
  back?: ReactNode
  actions?: ReactNode
  searchLabel: string
  /** The current filters, and how to change them: `(search, change) => <FilterSelect … />`. */
  filters?: (search: ListSearch<D>, change: SearchChange<D>, view: ReplyOf<D> | null) => ReactNode
  /** Changes when rows did (useChangeCounter). */
  moved?: number
  /** Whether the list is live. */
  live?: Freshness
  /** Content between the tools and the rows. */
  above?: (view: ReplyOf<D>, retry: () => void) => ReactNode
  /** For people who never chose; default compact. */
  density?: Density
  /** Filters that the page derives from its address; keep the object while they are the same. */
  given?: Partial<FiltersOf<D>>
  /** Whether the page's own filters narrow the list. */
  narrowed?: boolean
  /** Dialogs. */
  children?: ReactNode
}

/**
 * A page that is a list: search, filters, sort and page in the address, a choice of columns and row height, saved views, CSV.
 *
 *     const route = getRouteApi('/tariffs')
 *     export function Tariffs() {
 *       const t = useT()
 *       const columns: ListColumn<TariffRow, 'name' | 'stages'>[] = [
 *         { key: 'name', title: t('tariffs.name'), sort: 'name', always: true, phone: 'title', cell: ({ name }) => name },
 *         { key: 'stages', title: t('tariffs.stages'), sort: 'stages', align: 'end', cell: ({ stages }) => stages },
 *       ]
 *       return (
 *         <ListPage
 *           def={list}
 *           search={useListSearch(list, route.useSearch())}
 *           title={t('tariffs.title')}
 *           label={t('tariffs.title')}
 *           searchLabel={t('tariffs.search')}
 *           columns={columns}
 *           link={({ id }, content) => <Link to="/tariffs/$tariffId" params={{ tariffId: String(id) }}>{content}</Link>}
 *           empty={{ title: t('tariffs.empty') }}
 *         />
 *       )
 *     }
 */
export function ListPage<D extends ListDef>(props: ListPageProps<D>) {
  const { def, search, title, lead, back, actions, searchLabel, filters, moved, live, above, density, ...more } = props
  const { given, narrowed, children, ...rows } = more
  const list = useList(def, search, rows.columns, { moved, density, given, narrowed })
  return (
    <Page
      title={title}
      lead={lead}
      back={back}
      actions={actions}
      width="full"
      live={live && list.view ? { ...live, fresh: live.fresh && list.refusal === null } : undefined}
      tools={
        <ListTools
          list={list}
          columns={rows.columns}
          title={title}
          searchLabel={searchLabel}
          filters={filters?.(search, list.change, list.view)}
        />
      }
    >
      {list.view && above?.(list.view, list.retry)}
      <ListRows {...rows} list={list} />
      {children}
    </Page>
  )
}

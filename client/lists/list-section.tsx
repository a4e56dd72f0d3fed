import type { ReactNode } from 'react'
import type { ListDef } from '../../contract/list.ts'
import type { FiltersOf, ListSearch, SearchChange } from './address.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'
import { ListTools } from './list-tools.tsx'
import classes from './lists.module.css'
import type { Density } from './use-layout.ts'
import { useList } from './use-list.ts'

interface ListSectionProps<D extends ListDef> extends Omit<ListRowsProps<D>, 'list'> {
  def: D
  search: ListSearch<D>
  searchLabel: string
  filters?: (search: ListSearch<D>, change: SearchChange<D>) => ReactNode
  moved?: number
  density?: Density
  given?: Partial<FiltersOf<D>>
  narrowed?: boolean
}

/** A list as part of a page: like `ListPage`, without its own title. */
export function ListSection<D extends ListDef>(props: ListSectionProps<D>) {
  const { def, search, searchLabel, filters, moved, density, given, narrowed, ...rows } = props
  const list = useList(def, search, rows.columns, { moved, density, given, narrowed })
  return (
    <section className={classes.section} aria-label={rows.label}>
      <div className={classes.tools}>
        <ListTools
          list={list}
          columns={rows.columns}
          title={rows.label}
          searchLabel={searchLabel}
          filters={filters?.(search, list.change)}
        />
      </div>
      <ListRows {...rows} list={list} />
    </section>
  )
}

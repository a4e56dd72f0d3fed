import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import type { ListSearch, RowOf } from './address.ts'
import type { ListColumn } from './column.ts'
import { ColumnMenu } from './column-menu.tsx'
import { CsvButton } from './csv-button.tsx'
import { EditingMenu } from './editing-menu.tsx'
import { ListCount } from './list-count.tsx'
import classes from './lists.module.css'
import type { ListState } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'
import { ViewMenu } from './view-menu.tsx'

interface ListToolsProps<D extends ListDef> {
  list: ListState<D>
  columns: readonly ListColumn<RowOf<D>>[]
  /** Names the file. */
  title: string
  searchLabel: string
  filters?: ReactNode
}

/** Search, count, views, columns and CSV of a list in one row, filters in the next; on the phone, filters are behind one button, and a select sorts. */
export function ListTools<D extends ListDef>({ list, columns, title, searchLabel, filters }: ListToolsProps<D>) {
  const t = useT()
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const { def, search, change } = list
  const [typed, setTyped] = useSearchText(search.search ?? '', (text) =>
    change({ search: text.trim() || undefined } as Partial<ListSearch<D>>),
  )
  const sortable = columns.flatMap(({ sort, title: column }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: t('lists.sort.ascending', { column }) },
          { value: `-${sort}`, label: t('lists.sort.descending', { column }) },
        ],
  )
  return (
    <>
      <SearchField label={searchLabel} value={typed} onChange={setTyped} />
      {narrow && (
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={18} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('lists.filters')}
        </Button>
      )}
      <ListCount list={list} />
      <div className={classes.buttons}>
        <ViewMenu list={list} />
        <ColumnMenu columns={columns} layout={list.layout} />
        <CsvButton list={list} title={title} />
        <EditingMenu list={def.name} />
      </div>
      {(narrow ? open : filters !== undefined) && (
        <div className={classes.filters}>
          {filters}
          {narrow && (
            <SelectField
              className={classes.select ?? ''}
              classNames={{ label: classes.selectLabel }}
              label={t('lists.sort')}
              value={search.sort ?? def.order}
              data={sortable}
              onChange={(sort) => change({ sort: sort === def.order ? undefined : sort } as Partial<ListSearch<D>>)}
            />
          )}
        </div>
      )}
    </>
  )
}

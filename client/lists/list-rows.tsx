import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import type { ManyRow, ManyVerbs } from '../bulk/many-verbs.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { canonical } from '../link/watch-key.ts'
import type { ToneName } from '../theme/tokens.ts'
import { DataList } from '../ui/data-list.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Pager } from '../ui/pager.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { type ListSearch, nextSort, type RowOf, withoutFilters } from './address.ts'
import type { ListColumn } from './column.ts'
import { CsvButton } from './csv-button.tsx'
import { listKeys } from './list-keys.ts'
import classes from './lists.module.css'
import { SelectAll } from './select-all.tsx'
import type { ListState } from './use-list.ts'
import { type RowId, useSelection } from './use-selection.ts'

interface Emptiness {
  readonly icon?: IconName
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}

export interface ListRowsProps<D extends ListDef> {
  list: ListState<D>
  columns: readonly ListColumn<RowOf<D>, D['sorts'][number]>[]
  /** Name of the table for screen readers. */
  label: string
  rowId?: ((row: RowOf<D>) => RowId) | undefined
  /** Names a row, where rows can be selected. */
  rowName?: ((row: RowOf<D>) => string) | undefined
  /** Turns the first column's content into a link; the whole row is then its target, and Enter opens it. */
  link?: ((row: RowOf<D>, content: ReactNode) => ReactNode) | undefined
  tone?: ((row: RowOf<D>) => ToneName | undefined) | undefined
  /** Buttons for the selected rows; makes rows selectable. */
  bulk?: ((rows: readonly RowOf<D>[], clear: () => void) => ReactNode) | undefined
  /** What can be done with the selected rows, beside a file of them; makes rows selectable. */
  many?: ManyVerbs | undefined
  /** Shown if there are no rows at all; if filters hide everything, the list says so itself. */
  empty: Emptiness
  /** Replaces the default text if nothing was found. */
  none?: Emptiness | undefined
}

const idOf = (row: unknown): RowId => (row as { id: RowId }).id

/** The rows of a list with all its states: loading, error, empty, nothing found, a page of how many. */
export function ListRows<D extends ListDef>(props: ListRowsProps<D>) {
  const t = useT()
  const { list, empty, none } = props
  const { def, view, refusal, former, input, narrowed, change, layout } = list
  if (view === null && refusal === null)
    return <RowsSkeleton rows={12} height={layout.density === 'compact' ? '2.25rem' : '3.5rem'} />
  const error = refusal !== null && (
    <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={list.retry} />
  )
  if (view === null) return error
  if (view.rows.length === 0 && input.page === 1) {
    const reset = (
      <Button variant="default" onClick={() => change(withoutFilters(def))}>
        {t('lists.filters.reset')}
      </Button>
    )
    return (
      error ||
      (narrowed ? (
        <EmptyState
          {...(none ?? { icon: 'search', title: t('lists.none.title'), text: t('lists.none.text'), action: reset })}
        />
      ) : (
        <EmptyState {...empty} />
      ))
    )
  }
  return (
    <div className={classes.rows} data-former={former || undefined} aria-busy={former}>
      {error}
      <Rows {...props} />
      <Pager
        page={input.page}
        pageSize={input.pageSize}
        total={view.recordCount as number}
        exact={view.countIsExact as boolean}
        onPage={(page) => change({ page: page === 1 ? undefined : page } as Partial<ListSearch<D>>)}
      />
    </div>
  )
}

function Rows<D extends ListDef>({
  list,
  columns,
  label,
  rowId = idOf,
  rowName,
  link,
  tone,
  bulk,
  many,
}: ListRowsProps<D>) {
  const t = useT()
  const { def, search, layout, change } = list
  const rows = list.view?.rows ?? []
  const { search: text, filters } = list.input as { search?: string; filters?: object }
  const selection = useSelection<RowOf<D>>(rows, rowId, canonical({ text, filters }))
  const selectable = bulk !== undefined || many !== undefined
  const nameOf = (row: RowOf<D>) => rowName?.(row) ?? String(rowId(row))
  const sort = search.sort ?? def.order
  const shown = columns
    .filter(({ key }) => layout.columns.includes(key))
    .map(({ sort: by, ...column }) => ({
      ...column,
      ...(by === undefined
        ? {}
        : {
            sort: {
              now: sort === by ? ('ascending' as const) : sort === `-${by}` ? ('descending' as const) : null,
              press: () => change({ sort: nextSort(def, search.sort, by), page: undefined } as Partial<ListSearch<D>>),
            },
          }),
    }))
  const choose = (at: number, range: boolean) => {
    const row = rows[at]
    if (row !== undefined) selection.toggle(rowId(row), range)
  }
  return (
    <>
      <DataList
        label={label}
        columns={shown}
        rows={rows}
        rowId={rowId}
        link={link}
        tone={tone}
        density={layout.density}
        hint={link && t(selectable ? 'lists.keys.select' : 'lists.keys')}
        selection={selectable ? { ...selection, nameOf } : undefined}
        onKeyDown={(event) => listKeys(event, selectable ? choose : null, selection.clear)}
      />
      {selectable && selection.rows.length > 0 && (
        <div className={classes.bulk} role="group" aria-label={t('lists.selected', { count: selection.rows.length })}>
          <strong role="status">{t('lists.selected', { count: selection.rows.length })}</strong>
          {many && <SelectAll list={list} selection={selection} />}
          {many && (
            <BulkActions
              verbs={many}
              rows={selection.rows as readonly ManyRow[]}
              nameOf={(id) => {
                const row = selection.rows.find((each) => rowId(each) === id)
                return row === undefined ? `#${id}` : nameOf(row)
              }}
              onDone={() => {
                selection.clear()
                list.retry()
              }}
            />
          )}
          {many && <CsvButton list={list} title={label} ids={selection.rows.map(rowId)} />}
          {bulk?.(selection.rows, selection.clear)}
          <Button variant="subtle" onClick={selection.clear}>
            {t('lists.selected.clear')}
          </Button>
        </div>
      )}
    </>
  )
}

import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import classes from './data-list.module.css'
import { Icon } from './icons.tsx'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** 'end' for figures and actions. */
  readonly align?: 'start' | 'end'
  /** CSS width on the desktop. */
  readonly width?: string
  /**
   * On the phone: 'title' is the heading of the card, 'plain' has no column name, 'hide' is left out. Default: name and
   * value.
   */
  readonly phone?: 'title' | 'plain' | 'hide'
  /**
   * The list can be sorted by it: the current direction (null = sorted by another column), and the handler of a press.
   */
  readonly sort?: { readonly now: 'ascending' | 'descending' | null; readonly press: () => void }
}

interface DataListProps<Row> {
  /** Accessible name of the list. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  /** Turns the first column's content into a link; the whole row is then its target. */
  link?: ((row: Row, content: ReactNode) => ReactNode) | undefined
  /** A coloured edge, which must not be the only sign of its meaning. */
  tone?: ((row: Row) => ToneName | undefined) | undefined
  /** Number of rows rendered at first and with every 'show more'. */
  pageSize?: number
  /** Height of the rows on the desktop. */
  density?: 'compact' | 'comfortable'
  /** Rows can be selected: a column of checkboxes comes first. */
  selection?: RowSelection<Row> | undefined
  /** Keyboard help for screen readers. */
  hint?: string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLTableElement>) => void
}

interface RowSelection<Row> {
  /** The selected rows. */
  readonly rows: readonly Row[]
  readonly has: (id: string | number) => boolean
  /** `range` = also the rows between it and the last one. */
  readonly toggle: (id: string | number, range?: boolean) => void
  readonly toggleAll: () => void
  readonly nameOf: (row: Row) => string
}

/**
 * A table on the desktop and the same table as cards on the phone: one structure, so nothing is read or rendered twice.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, columns, rows, rowId, link, tone, pageSize = 100, density = 'comfortable', selection, hint } = props
  const t = useT()
  const hintId = useId()
  const [limit, setLimit] = useState(pageSize)
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        aria-label={label}
        role="table"
        data-linked={link ? true : undefined}
        data-density={density}
        aria-describedby={hint === undefined ? undefined : hintId}
        onKeyDown={props.onKeyDown}
      >
        <thead className={classes.tableHeader} role="rowgroup">
          <tr className={classes.tableRow} role="row">
            {selection && (
              <th className={classes.tableHead} scope="col" role="columnheader" data-check>
                <Checkbox
                  size="xs"
                  aria-label={t('lists.select.all')}
                  checked={rows.length > 0 && rows.every((row) => selection.has(rowId(row)))}
                  indeterminate={selection.rows.length > 0 && !rows.every((row) => selection.has(rowId(row)))}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                className={classes.tableHead}
                key={column.key}
                scope="col"
                role="columnheader"
                data-align={column.align}
                style={{ width: column.width }}
                {...(column.sort?.now ? { 'aria-sort': column.sort.now } : {})}
              >
                {column.sort ? (
                  <button type="button" className={classes.sort} onClick={column.sort.press}>
                    {column.title}
                    <Icon
                      name="chevronDown"
                      size={16}
                      data-now={column.sort.now ?? undefined}
                      className={classes.arrow}
                    />
                  </button>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.tableBody} role="rowgroup">
          {shown.map((row) => (
            <tr
              className={`${classes.tableRow} ${classes.tableBodyRow}`}
              key={rowId(row)}
              role="row"
              data-tone={tone?.(row)}
              data-chosen={selection?.has(rowId(row)) || undefined}
            >
              {selection && (
                <td className={classes.tableCell} role="cell" data-check>
                  <Checkbox
                    size="xs"
                    aria-label={t('lists.select', { name: selection.nameOf(row) })}
                    checked={selection.has(rowId(row))}
                    onChange={({ nativeEvent }) =>
                      selection.toggle(rowId(row), (nativeEvent as MouseEvent).shiftKey === true)
                    }
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <td
                  className={classes.tableCell}
                  key={column.key}
                  role="cell"
                  data-align={column.align}
                  data-phone={column.phone}
                  data-first={at === 0 || undefined}
                >
                  <span className={classes.name} aria-hidden="true">
                    {column.title}
                  </span>
                  <span className={classes.value}>
                    {at === 0 && link ? link(row, column.cell(row)) : column.cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hint !== undefined && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
      {rows.length > shown.length && (
        <div className={classes.more}>
          <span>{t('ui.shown', { shown: shown.length, total: rows.length })}</span>
          <Button variant="default" onClick={() => setLimit(limit + pageSize)}>
            {t('ui.showMore', { count: Math.min(pageSize, rows.length - shown.length) })}
          </Button>
        </div>
      )}
    </div>
  )
}

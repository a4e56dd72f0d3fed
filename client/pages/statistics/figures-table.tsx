import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type CsvColumn, csvName, csvOf } from '../../charts/csv.ts'
import { useT } from '../../i18n/i18n.ts'
import { save } from '../../link/download.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './statistics.module.css'

/** A column of figures: what stands in the table, by what it is sorted, and what stands in the file. */
export interface FigureColumn<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** By what it is sorted; left out = in the order in which the rows come. */
  readonly value?: (row: Row) => number | null
  readonly csv: readonly CsvColumn<Row>[]
  readonly head?: boolean
}

interface FiguresTableProps<Row> {
  label: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
}

/** Figures as a table that can be sorted by every column; cards on the phone. */
export function FiguresTable<Row>({ label, columns, rows, rowId }: FiguresTableProps<Row>) {
  const [sort, setSort] = useState<{ key: string; descending: boolean } | null>(null)
  const sorted = useMemo(() => {
    const value = columns.find(({ key }) => key === sort?.key)?.value
    if (!value || !sort) return rows
    const sign = sort.descending ? -1 : 1
    // What is not known stands last, whichever way.
    return [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)]
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
      return sign * (x - y)
    })
  }, [rows, columns, sort])
  const shown = columns.map(
    ({ key, title, cell, value, head }): Column<Row> => ({
      key,
      title,
      cell,
      ...(head ? { phone: 'title' } : { align: 'end' }),
      ...(value
        ? {
            sort: {
              now: sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : null,
              press: () => setSort({ key, descending: sort?.key === key ? !sort.descending : !head }),
            },
          }
        : {}),
    }),
  )
  return (
    <div className={classes.table}>
      <DataList label={label} columns={shown} rows={sorted} rowId={rowId} pageSize={50} />
    </div>
  )
}

interface CsvButtonProps<Row> {
  /** What the file is about, for its name and for people who cannot see where the button stands. */
  title: string
  /** Parts of the file's name before it: target and span. */
  name: readonly string[]
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
}

/** Saves the rows of a table as a file. */
export function CsvButton<Row>({ title, name, columns, rows }: CsvButtonProps<Row>) {
  const t = useT()
  const act = () => {
    const file = csvName([...name, title])
    const text = csvOf(
      columns.flatMap(({ csv }) => csv),
      rows,
    )
    save(new Blob([text], { type: 'text/csv;charset=utf-8' }), file)
    notify.success(t('statistics.csv.done', { name: file }))
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={18} />}
      aria-label={t('statistics.csv.of', { title })}
      onClick={act}
    >
      {t('common.csv')}
    </Button>
  )
}

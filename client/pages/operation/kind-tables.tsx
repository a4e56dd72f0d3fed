import type { TableSize } from '../../../contract/operation.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import classes from './operation.module.css'

/** The tables of a kind with what their bytes are, and how their space comes back. */
export function KindTables({ tables }: { tables: readonly TableSize[] }) {
  const t = useT()
  const parted = tables.some(({ partitions }) => partitions > 0)
  const columns: Column<TableSize>[] = [
    {
      key: 'name',
      title: t('operation.table.name'),
      phone: 'title',
      cell: ({ name }) => <code className={classes.code}>{name}</code>,
    },
    {
      key: 'size',
      title: t('operation.column.size'),
      align: 'end',
      cell: ({ bytes, compressedBytes }) => (
        <span className={classes.two}>
          <span>{formatBytes(bytes)}</span>
          {compressedBytes !== null && (
            <small className={classes.twoNote}>
              {t('operation.table.compressed', { bytes: formatBytes(compressedBytes) })}
            </small>
          )}
        </span>
      ),
    },
    { key: 'data', title: t('operation.column.kind'), align: 'end', cell: ({ tableBytes }) => formatBytes(tableBytes) },
    {
      key: 'indexes',
      title: t('operation.table.indexes'),
      align: 'end',
      cell: ({ indexBytes }) => formatBytes(indexBytes),
    },
    {
      key: 'large',
      title: t('operation.table.large'),
      align: 'end',
      cell: ({ toastBytes }) => formatBytes(toastBytes),
    },
    {
      key: 'rows',
      title: t('common.rows'),
      align: 'end',
      cell: ({ rows }) => (rows === null ? '–' : formatNumber(rows, 0)),
    },
    ...(parted
      ? [
          {
            key: 'parts',
            title: t('operation.table.parts'),
            align: 'end' as const,
            cell: ({ partitions }: TableSize) => formatNumber(partitions, 0),
          },
        ]
      : []),
    {
      key: 'dead',
      title: t('operation.table.dead'),
      align: 'end',
      cell: ({ deadRows }) => t('operation.gone.rows', { count: deadRows }),
    },
  ]
  return (
    <>
      <DataList label={t('operation.tables')} columns={columns} rows={tables} rowId={({ name }) => name} />
      <p className={classes.hint}>{t(parted ? 'operation.space.parts' : 'operation.space.rows')}</p>
    </>
  )
}

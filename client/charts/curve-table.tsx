import { useMemo } from 'react'
import { type Metric, metrics } from '../../contract/insight.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { type Column, DataList } from '../ui/data-list.tsx'
import classes from './curves.module.css'
import { MetricCell } from './metric-cell.tsx'
import { type CurvePoint, type TableRow, tableOf } from './series.ts'

/** The values of the curves as a table: mean, with minimum and maximum below where they differ. */
export function CurveTable({
  curves,
  zone,
}: {
  curves: readonly (readonly [Metric, readonly CurvePoint[]])[]
  zone: string
}) {
  const t = useT()
  const rows = useMemo(() => tableOf(curves), [curves])
  const columns = useMemo<Column<TableRow>[]>(
    () => [
      {
        key: 'time',
        title: t('common.time'),
        phone: 'title',
        cell: (row) => formatDateTime(row.t, zone, { seconds: true }),
      },
      ...metrics
        .filter((metric) => curves.some(([name, points]) => name === metric && points.length > 0))
        .map(
          (metric): Column<TableRow> => ({
            key: metric,
            title: t(`insight.metric.${metric}`),
            align: 'end',
            cell: (row) => <MetricCell metric={metric} point={row.values[metric]} />,
          }),
        ),
    ],
    [t, curves, zone],
  )
  return (
    <div className={classes.table}>
      <DataList label={t('insight.table.label')} columns={columns} rows={rows} rowId={(row) => row.t} pageSize={50} />
    </div>
  )
}

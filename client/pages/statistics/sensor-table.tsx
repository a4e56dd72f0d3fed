import type { Metric } from '../../../contract/insight.ts'
import type { CsvColumn } from '../../charts/csv.ts'
import { MetricCell } from '../../charts/metric-cell.tsx'
import { formatMetric, metricFacts } from '../../charts/metrics.ts'
import { pointAt } from '../../charts/plot-geometry.ts'
import { type CurvePoint, type TableRow, tableOf } from '../../charts/series.ts'
import { formatDateTime } from '../../i18n/format.ts'
import type { useT } from '../../i18n/i18n.ts'
import { isoIn } from './columns.ts'
import type { FigureColumn } from './figures-table.tsx'
import { WithFormer } from './with-former.tsx'

export interface SensorRow extends TableRow {
  readonly before: Readonly<Partial<Record<Metric, CurvePoint | null>>>
}

/** Sensors keep seven digits at most; what arithmetic adds is noise. */
const fine = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Number(value.toPrecision(7))

/** All curves as one table, newest first, each value with that of the compared span at its place. */
export function sensorRows(
  curves: readonly (readonly [Metric, readonly CurvePoint[]])[],
  former: ReadonlyMap<Metric, readonly CurvePoint[]> | null,
): SensorRow[] {
  return tableOf(curves).map((row) => ({
    ...row,
    before: Object.fromEntries([...(former ?? [])].map(([metric, points]) => [metric, pointAt(points, row.t, false)])),
  }))
}

export function sensorColumns(
  metrics: readonly Metric[],
  compared: boolean,
  zone: string,
  t: ReturnType<typeof useT>,
): FigureColumn<SensorRow>[] {
  return [
    {
      key: 'time',
      title: t('common.time'),
      head: true,
      cell: (row) => formatDateTime(row.t, zone, { seconds: true }),
      value: (row) => row.t,
      csv: [{ title: t('common.time'), cell: (row) => isoIn(row.t, zone) }],
    },
    ...metrics.map((metric): FigureColumn<SensorRow> => {
      const name = t(`insight.metric.${metric}`)
      const { unit } = metricFacts[metric]
      const titled = unit === '' ? name : `${name} (${unit})`
      const part = (which: 'mean' | 'least' | 'most', cell: CsvColumn<SensorRow>['cell']): CsvColumn<SensorRow> => ({
        title: `${titled}, ${t(`statistics.csv.${which}`)}`,
        cell,
      })
      const former = ({ before }: SensorRow) => fine(before[metric]?.avg)
      return {
        key: metric,
        title: name,
        cell: (row) => (
          <>
            <MetricCell metric={metric} point={row.values[metric]} />
            {compared && (
              <WithFormer text="" former={former(row) === null ? null : formatMetric(metric, former(row) ?? 0)} />
            )}
          </>
        ),
        value: (row) => row.values[metric]?.avg ?? null,
        csv: [
          part('mean', (row) => fine(row.values[metric]?.avg)),
          part('least', (row) => fine(row.values[metric]?.band?.[0])),
          part('most', (row) => fine(row.values[metric]?.band?.[1])),
          ...(compared ? [{ title: t('statistics.csv.before', { title: titled }), cell: former }] : []),
        ],
      }
    }),
  ]
}

import { memo, useCallback, useMemo } from 'react'
import type { Metric } from '../../contract/insight.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import type { Cursor } from './cursor.ts'
import { formatMetric, metricFacts } from './metrics.ts'
import { NoChart } from './no-chart.tsx'
import { pointAt } from './plot-geometry.ts'
import { scaleOf } from './scale.ts'
import { type CurvePoint, type CurveSummary, summaryOf } from './series.ts'
import { TimeChart } from './time-chart.tsx'

export interface MetricChartProps {
  metric: Metric
  points: readonly CurvePoint[]
  /** The curve of another span, shifted to this one. */
  other?: readonly CurvePoint[] | undefined
  from: number
  until: number
  zone: string
  cursor: Cursor
  /** A selected span, in ms. */
  onZoom: (a: number, b: number) => void
  onWhole?: (() => void) | undefined
}

const bandOf = ({ avg, band }: CurvePoint) => band ?? [avg ?? 0, avg ?? 0]

/** One sensor curve: the mean as a line, minimum and maximum as a band, gaps where nothing arrived; drag across it to zoom in. */
export const MetricChart = memo(function MetricChart(props: MetricChartProps) {
  const { metric, points, other, zone, ...plot } = props
  const t = useT()
  const summary = useMemo(() => summaryOf(points), [points])
  const scale = useMemo(() => {
    const whole = rangeOf([summary, other ? summaryOf(other) : null])
    return scaleOf(whole, metricFacts[metric].least, metricFacts[metric].whole)
  }, [summary, other, metric])
  const name = t(`insight.metric.${metric}`)
  const phrases = useCallback(
    (point: CurvePoint) => {
      const [low, high] = bandOf(point)
      const before = other && pointAt(other, point.t, false)
      return {
        value: formatMetric(metric, point.avg ?? 0),
        range: low === high ? null : `${formatMetric(metric, low)} – ${formatMetric(metric, high)}`,
        before: before ? t('statistics.before', { value: formatMetric(metric, before.avg ?? 0) }) : null,
        time: formatDateTime(point.t, zone, { seconds: low === high }),
      }
    },
    [metric, other, zone, t],
  )
  if (summary === null) return <NoChart name={name} label={t('insight.curve.none', { metric: name })} />
  const [low = '', high = '', last = ''] = [summary.low, summary.high, summary.last].map((value) =>
    formatMetric(metric, value),
  )
  return (
    <TimeChart
      {...plot}
      name={name}
      label={t('insight.curve.label', { metric: name, low, high, last })}
      points={points}
      other={other}
      scale={scale}
      zone={zone}
      last={last}
      range={low === high ? undefined : t('insight.curve.range', { low, high })}
      reading={(point) => {
        const { value, range, before, time } = phrases(point)
        return [value, range, before, time]
      }}
      speak={(point) => {
        const { value, range, before, time } = phrases(point)
        return [value, range, before, time].filter((each) => each !== null).join(', ')
      }}
    />
  )
})

function rangeOf(summaries: readonly (CurveSummary | null)[]): { low: number; high: number } {
  const real = summaries.filter((each) => each !== null)
  if (real.length === 0) return { low: 0, high: 0 }
  return { low: Math.min(...real.map(({ low }) => low)), high: Math.max(...real.map(({ high }) => high)) }
}

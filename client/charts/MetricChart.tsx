import { memo, useMemo, useState } from 'react'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Metric } from '../../contract/insight.ts'
import { formatDateTime, formatNumber } from '../i18n/format.ts'
import { i18n, useT } from '../i18n/i18n.ts'
import classes from './charts.module.css'
import { formatMetric, metricFacts } from './metrics.ts'
import { scaleOf } from './scale.ts'
import { type CurvePoint, summaryOf } from './series.ts'
import { type Ticks, ticksOf } from './ticks.ts'

export interface MetricChartProps {
  metric: Metric
  points: readonly CurvePoint[]
  from: number
  until: number
  zone: string
  /** A drawn piece, in ms. */
  onZoom: (a: number, b: number) => void
}

function tickText(at: number, unit: Ticks['unit'], zone: string): string {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const options: Intl.DateTimeFormatOptions =
    unit === 'time'
      ? { hour: '2-digit', minute: '2-digit' }
      : unit === 'day'
        ? { day: '2-digit', month: '2-digit' }
        : { month: 'short' }
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(at)
}

function Reading({ metric, point, zone }: { metric: Metric; point: CurvePoint; zone: string }) {
  if (point.avg === null) return null
  const [low, high] = point.band ?? [point.avg, point.avg]
  return (
    <div className={classes.reading}>
      <strong>{formatMetric(metric, point.avg)}</strong>
      {low !== high && (
        <span>
          {formatMetric(metric, low)} – {formatMetric(metric, high)}
        </span>
      )}
      <span>{formatDateTime(point.t, zone, { seconds: low === high })}</span>
    </div>
  )
}

/** One sensor curve: mean as line, lowest and highest as band, holes where nothing came; drag across it to look closer. */
export const MetricChart = memo(function MetricChart({ metric, points, from, until, zone, onZoom }: MetricChartProps) {
  const t = useT()
  const [drawn, setDrawn] = useState<{ a: number; b: number } | null>(null)
  const summary = useMemo(() => summaryOf(points), [points])
  const ticks = useMemo(() => ticksOf(from, until, zone, 6), [from, until, zone])
  const name = t(`insight.metric.${metric}`)
  if (summary === null) {
    return (
      <figure className={classes.chart} aria-label={t('insight.curve.none', { metric: name })} role="img">
        <figcaption>
          <span>{name}</span>
        </figcaption>
        <p className={classes.none}>{t('insight.curves.readings', { count: 0 })}</p>
      </figure>
    )
  }
  const { least, whole } = metricFacts[metric]
  const scale = scaleOf(summary, least, whole)
  const [low, high, last] = [summary.low, summary.high, summary.last].map((value) => formatMetric(metric, value))
  const label = t('insight.curve.label', { metric: name, low: low ?? '', high: high ?? '', last: last ?? '' })
  const end = () => {
    if (drawn && drawn.a !== drawn.b) onZoom(drawn.a, drawn.b)
    setDrawn(null)
  }
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span>{name}</span>
        <strong>{last}</strong>
        {low !== high && <small>{t('insight.curve.range', { low: low ?? '', high: high ?? '' })}</small>}
      </figcaption>
      <div role="img" aria-label={label} className={classes.plot}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={points as CurvePoint[]}
            syncId="sensors"
            syncMethod="value"
            accessibilityLayer={false}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
            onMouseDown={({ activeLabel }) => {
              if (activeLabel !== undefined) setDrawn({ a: Number(activeLabel), b: Number(activeLabel) })
            }}
            onMouseMove={({ activeLabel }) => {
              if (drawn && activeLabel !== undefined) setDrawn({ a: drawn.a, b: Number(activeLabel) })
            }}
            onMouseUp={end}
            onMouseLeave={() => setDrawn(null)}
          >
            <CartesianGrid stroke="var(--hf-line)" vertical={false} />
            <XAxis
              dataKey="t"
              type="number"
              domain={[from, until]}
              allowDataOverflow
              ticks={ticks.at as number[]}
              tickFormatter={(at: number) => tickText(at, ticks.unit, zone)}
              tick={{ fill: 'var(--hf-dim)', fontSize: 12 }}
              stroke="var(--hf-line-strong)"
              minTickGap={18}
            />
            <YAxis
              domain={scale.domain as [number, number]}
              ticks={scale.ticks as number[]}
              allowDataOverflow
              width={52}
              tickFormatter={(value: number) => formatNumber(value, 2)}
              tick={{ fill: 'var(--hf-dim)', fontSize: 12 }}
              stroke="none"
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--hf-line-strong)' }}
              content={({ payload }) => {
                const point = payload?.[0]?.payload as CurvePoint | undefined
                return point ? <Reading metric={metric} point={point} zone={zone} /> : null
              }}
            />
            <Area
              dataKey="band"
              type="linear"
              stroke="none"
              fill="var(--hf-brand-ink)"
              fillOpacity={0.16}
              isAnimationActive={false}
              activeDot={false}
              connectNulls={false}
            />
            <Line
              dataKey="avg"
              type="linear"
              stroke="var(--hf-brand-ink)"
              strokeWidth={1.75}
              dot={points.length < 3}
              activeDot={{ r: 4, fill: 'var(--hf-brand-ink)', stroke: 'var(--hf-surface)', strokeWidth: 2 }}
              isAnimationActive={false}
              connectNulls={false}
            />
            {drawn && <ReferenceArea x1={drawn.a} x2={drawn.b} fill="var(--hf-brand-ink)" fillOpacity={0.14} />}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
})

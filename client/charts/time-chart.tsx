import { memo, useMemo } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../i18n/format.ts'
import { i18n } from '../i18n/i18n.ts'
import classes from './charts.module.css'
import { Plot, type PlotProps } from './plot.tsx'
import { plotArea } from './plot-geometry.ts'
import type { CurvePoint } from './series.ts'
import { type Ticks, ticksOf } from './ticks.ts'

export interface TimeChartProps extends Omit<PlotProps, 'children'> {
  /** The last value, beside the name. */
  last?: string
  /** Lowest to highest value, beside the name. */
  range?: string | undefined
  zone: string
  /** Another span, shifted to this one: dashed. */
  other?: readonly CurvePoint[] | undefined
  /** Formats a mark of the vertical axis. */
  mark?: (value: number) => string
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

/** A chart over time with its name. */
export function TimeChart(props: TimeChartProps) {
  const { name, last, range, zone, other, mark, ...plot } = props
  const { points, steps, scale, from, until } = plot
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.chartCaption}>
        <span className={classes.chartPart}>{name}</span>
        {last !== undefined && <strong className={classes.last}>{last}</strong>}
        {range !== undefined && <small className={classes.range}>{range}</small>}
      </figcaption>
      <Plot name={name} {...plot}>
        <Drawing {...{ points, other, steps, scale, from, until, zone, mark }} />
      </Plot>
    </figure>
  )
}

type DrawingProps = Pick<TimeChartProps, 'points' | 'other' | 'scale' | 'from' | 'until' | 'zone'> & {
  steps: boolean | undefined
  mark: TimeChartProps['mark']
}

const plain = (value: number) => formatNumber(value, 2)

/** The lines themselves: the mean as a line, minimum and maximum as a band, gaps where nothing arrived. Redrawn only when they change. */
const Drawing = memo(function Drawing({ points, other, steps, scale, from, until, zone, mark }: DrawingProps) {
  const ticks = useMemo(() => ticksOf(from, until, zone, 6), [from, until, zone])
  const type = steps ? 'stepAfter' : 'linear'
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={points as CurvePoint[]}
        accessibilityLayer={false}
        margin={{ top: plotArea.top, right: plotArea.right, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--hf-line)" vertical={false} />
        <XAxis
          dataKey="t"
          type="number"
          domain={[from, until]}
          allowDataOverflow
          height={plotArea.bottom}
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
          width={plotArea.left}
          tickFormatter={mark ?? plain}
          tick={{ fill: 'var(--hf-dim)', fontSize: 12 }}
          stroke="none"
        />
        <Area
          dataKey={steps ? 'avg' : 'band'}
          type={type}
          stroke="none"
          fill="var(--hf-brand-ink)"
          fillOpacity={0.16}
          isAnimationActive={false}
          activeDot={false}
          connectNulls={false}
        />
        {other && other.length > 0 && (
          <Line
            data={other as CurvePoint[]}
            className="recharts-other"
            dataKey="avg"
            type={type}
            stroke="var(--hf-dim)"
            strokeWidth={1.75}
            strokeDasharray="5 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
        )}
        <Line
          dataKey="avg"
          type={type}
          stroke="var(--hf-brand-ink)"
          strokeWidth={1.75}
          dot={!steps && points.length < 3}
          activeDot={false}
          isAnimationActive={false}
          connectNulls={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
})

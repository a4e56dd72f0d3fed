import { useMemo } from 'react'
import type { StatisticStep } from '../../../contract/statistics.ts'
import type { Cursor } from '../../charts/cursor.ts'
import { NoChart } from '../../charts/no-chart.tsx'
import { pointAt } from '../../charts/plot-geometry.ts'
import { scaleOf } from '../../charts/scale.ts'
import { type CurvePoint, summaryOf } from '../../charts/series.ts'
import { TimeChart } from '../../charts/time-chart.tsx'
import { formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type StepMeasure, type StepRow, stepCurve } from './steps.ts'
import type { Shown } from './use-shown.ts'
import { count, percent, stepName } from './words.ts'

interface Look {
  readonly text: (value: number) => string
  readonly mark: (value: number) => string
  /** The vertical range is at least this wide. */
  readonly least: number
  readonly whole: boolean
}
const share: Look = { text: percent, mark: (value) => percent(value, 0), least: 0.1, whole: false }
const counted: Look = { text: count, mark: count, least: 4, whole: true }
const looks: Readonly<Record<StepMeasure, Look>> = {
  bookedShare: share,
  occupiedShare: share,
  revenueCents: { text: formatEuros, mark: (cents) => formatNumber(cents / 100, 0), least: 1_000, whole: true },
  reservations: counted,
  malfunctions: counted,
}

interface StepChartProps {
  measure: StepMeasure
  rows: readonly StepRow[]
  step: StatisticStep
  shown: Shown
  cursor: Cursor
}

/** One figure step by step, with the compared span as a dashed line. */
export function StepChart({ measure, rows, step, shown, cursor }: StepChartProps) {
  const t = useT()
  const { piece, target, other } = shown
  const points = useMemo(() => stepCurve(rows, 'now', measure, piece), [rows, measure, piece])
  const before = useMemo(
    () => (other === null ? undefined : stepCurve(rows, 'before', measure, piece)),
    [rows, measure, piece, other],
  )
  const { text, mark, least, whole } = looks[measure]
  const summary = summaryOf(points)
  const high = Math.max(summary?.high ?? 0, before ? (summaryOf(before)?.high ?? 0) : 0)
  const scale = useMemo(() => scaleOf({ low: 0, high }, least, whole), [high, least, whole])
  const name = t(`statistics.figure.${measure}`)
  if (summary === null)
    return <NoChart name={name} label={t('insight.curve.none', { metric: name })} text={t('statistics.unknown.text')} />
  const words = (point: CurvePoint) => {
    const former = before && pointAt(before, point.t, true)
    const row = rows.findLast(({ at }) => at <= point.t)
    return {
      value: text(point.avg ?? 0),
      past: former ? t('statistics.before', { value: text(former.avg ?? 0) }) : null,
      time: stepName(step, row?.at ?? point.t, target.zone, t),
    }
  }
  const [low, top] = [text(summary.low), text(summary.high)]
  return (
    <TimeChart
      name={name}
      label={t('statistics.chart.label', { name, low, high: top })}
      range={low === top ? low : t('insight.curve.range', { low, high: top })}
      from={piece.from}
      until={piece.until}
      zone={target.zone}
      points={points}
      other={before}
      steps
      scale={scale}
      mark={mark}
      cursor={cursor}
      onZoom={shown.zoom}
      onWhole={shown.whole}
      reading={(point) => {
        const { value, past, time } = words(point)
        return [value, past, time]
      }}
      speak={(point) => {
        const { value, past, time } = words(point)
        return [time, value, past].filter((each) => each !== null).join(', ')
      }}
    />
  )
}

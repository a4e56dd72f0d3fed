import type { ReadingView } from '../../contract/devices.ts'
import type { Metric } from '../../contract/insight.ts'

/** A point of a curve; null values break the line. Times in ms. */
export interface CurvePoint {
  readonly t: number
  readonly avg: number | null
  /** Minimum and maximum of the bucket. */
  readonly band: readonly [number, number] | null
}
export interface HistoryPoint {
  readonly at: string
  readonly min: number | null
  readonly avg: number | null
  readonly max: number | null
}

/**
 * Returns the points of one metric: stored ones, then later readings, within [from, until]; a gap between neighbours of more than
 * `gapMs` is marked by a point without value.
 */
export function curveOf(
  stored: readonly HistoryPoint[],
  readings: readonly ReadingView[],
  metric: Metric,
  { from, until, gapMs }: { from: number; until: number; gapMs: number },
): CurvePoint[] {
  const points: CurvePoint[] = []
  const add = (t: number, min: number | null, avg: number | null, max: number | null) => {
    if (avg === null || t < from || t > until) return
    const last = points.at(-1)
    if (last && t <= last.t) return
    if (last && t - last.t > gapMs) points.push({ t: (last.t + t) / 2, avg: null, band: null })
    points.push({ t, avg, band: [min ?? avg, max ?? avg] })
  }
  for (const { at, min, avg, max } of stored) add(Date.parse(at), min, avg, max)
  for (const reading of readings) {
    const value = reading[metric]
    add(Date.parse(reading.at), value, value, value)
  }
  return points
}

export interface CurveSummary {
  readonly low: number
  readonly high: number
  readonly average: number
  readonly last: number
}

/** Returns range, plain mean of the points and last value; null without points. */
export function summaryOf(points: readonly CurvePoint[]): CurveSummary | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let [sum, count, last] = [0, 0, 0]
  for (const { avg, band } of points) {
    if (avg === null || band === null) continue
    low = Math.min(low, band[0])
    high = Math.max(high, band[1])
    sum += avg
    count += 1
    last = avg
  }
  return count === 0 ? null : { low, high, average: sum / count, last }
}

export interface TableRow {
  readonly t: number
  readonly values: Readonly<Partial<Record<Metric, CurvePoint>>>
}

/** Returns all curves as one table, newest first. */
export function tableOf(curves: readonly (readonly [Metric, readonly CurvePoint[]])[]): TableRow[] {
  const rows = new Map<number, Partial<Record<Metric, CurvePoint>>>()
  for (const [metric, points] of curves) {
    for (const point of points) {
      if (point.avg === null) continue
      const row = rows.get(point.t) ?? {}
      row[metric] = point
      rows.set(point.t, row)
    }
  }
  return [...rows].map(([t, values]) => ({ t, values })).sort((a, b) => b.t - a.t)
}

import type { Statistics } from '../../../contract/statistics.ts'
import type { CurvePoint } from '../../charts/series.ts'
import { alignedSteps } from './align.ts'
import type { Piece } from './spans.ts'

export type Step = Statistics['series'][number]
/** A step with the one that it is held against. Times in ms; the first step may begin before the span. */
export interface StepRow {
  readonly at: number
  readonly until: number
  readonly now: Step
  readonly before: Step | null
}
export const stepMeasures = ['bookedShare', 'occupiedShare', 'revenueCents', 'reservations', 'malfunctions'] as const
export type StepMeasure = (typeof stepMeasures)[number]

export interface Answered {
  readonly figures: Statistics
  readonly piece: Piece
}

/** The steps of the shown span with those of the compared one. */
export function stepRows({ figures, piece }: Answered, other: Answered | null): StepRow[] {
  const shown = { step: figures.step, series: figures.series, piece }
  const held = other && alignedSteps(shown, { ...other.figures, piece: other.piece }, figures.timeZone)
  return figures.series.map((now, index) => {
    const next = figures.series[index + 1]
    return {
      at: Date.parse(now.at),
      until: next ? Date.parse(next.at) : piece.until,
      now,
      before: held?.[index] ?? null,
    }
  })
}

/** One measure as a curve of steps, of the shown or the compared span; it ends where the span does. */
export function stepCurve(
  rows: readonly StepRow[],
  which: 'now' | 'before',
  measure: StepMeasure,
  piece: Piece,
): CurvePoint[] {
  const points = rows.map(({ at, [which]: step }): CurvePoint => {
    const value = step?.[measure] ?? null
    return { t: Math.max(at, piece.from), avg: value, band: value === null ? null : [value, value] }
  })
  const last = points.at(-1)
  if (last && last.t < piece.until) points.push({ ...last, t: piece.until })
  return points
}

import type { StatisticStep } from '../../../contract/statistics.ts'
import { instantOf, wallOf } from '../../../machines/booking/zone.ts'
import type { CurvePoint } from '../../charts/series.ts'
import type { Piece } from './spans.ts'

/**
 * Moves a moment of the compared span to where it lies in the shown one: as far from its beginning by the clock on the wall, so that noon
 * stays noon over a change of the clocks. ms.
 */
export function alignment(shown: Piece, other: Piece, zone: string): (t: number) => number {
  const by = wallOf(shown.from, zone) - wallOf(other.from, zone)
  return (t) => instantOf(wallOf(t, zone) + by, zone)
}

/** A compared curve where the shown one lies; what would stand outside of it is left out, and a moment that comes twice stands once. */
export function alignedCurve(points: readonly CurvePoint[], shown: Piece, other: Piece, zone: string): CurvePoint[] {
  const move = alignment(shown, other, zone)
  const moved: CurvePoint[] = []
  for (const point of points) {
    const t = move(point.t)
    const last = moved.at(-1)
    if (t < shown.from || t > shown.until || (last && t <= last.t)) continue
    moved.push({ ...point, t })
  }
  return moved
}

const halfMs = { hour: 1_800_000, day: 43_200_000 } as const

/**
 * For every step of the shown series the step of the compared one that it is held against, or null: hours and days by the clock (the one that
 * begins nearest, within half a step), weeks and months, which differ in length, by their number. Series of different steps are not compared.
 */
export function alignedSteps<S extends { readonly at: string }>(
  shown: { readonly step: StatisticStep; readonly series: readonly S[]; readonly piece: Piece },
  other: { readonly step: StatisticStep; readonly series: readonly S[]; readonly piece: Piece },
  zone: string,
): (S | null)[] {
  const { step, series } = shown
  if (other.step !== step) return series.map(() => null)
  if (step === 'week' || step === 'month') return series.map((_, index) => other.series[index] ?? null)
  const move = alignment(shown.piece, other.piece, zone)
  const moved = other.series.map((each) => ({ each, t: move(Date.parse(each.at)) }))
  let next = 0
  return series.map(({ at }) => {
    const t = Date.parse(at)
    const distance = (index: number) => Math.abs((moved[index]?.t ?? Number.POSITIVE_INFINITY) - t)
    while (next + 1 < moved.length && distance(next + 1) <= distance(next)) next += 1
    return distance(next) < halfMs[step] ? (moved[next]?.each ?? null) : null
  })
}

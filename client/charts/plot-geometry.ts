import type { Scale } from './scale.ts'
import type { CurvePoint } from './series.ts'
import { longestMs, shortestMs } from './span.ts'

/** Where the drawing lies within its box, px: what stands around it are the marks of the axes. */
export const plotArea = { left: 52, right: 12, top: 8, bottom: 30 } as const

export interface Bounds {
  readonly from: number
  readonly until: number
}

/** The moment under a pointer that stands `x` px from the left of a box `width` px wide; within the bounds. */
export function momentAt(x: number, width: number, { from, until }: Bounds): number {
  const inner = Math.max(1, width - plotArea.left - plotArea.right)
  const share = Math.min(1, Math.max(0, (x - plotArea.left) / inner))
  return from + share * (until - from)
}

/** Where a moment stands, as a CSS length from the left of the box. */
export function leftOf(t: number, { from, until }: Bounds): string {
  const share = (t - from) / (until - from)
  return `calc(${plotArea.left}px + (100% - ${plotArea.left + plotArea.right}px) * ${share.toFixed(5)})`
}

/** Where a value stands, as a CSS length from the top of the box. */
export function topOf(value: number, { domain: [low, high] }: Scale): string {
  const share = high === low ? 0 : (high - value) / (high - low)
  const inner = plotArea.top + plotArea.bottom
  return `calc(${plotArea.top}px + (100% - ${inner}px) * ${Math.min(1, Math.max(0, share)).toFixed(5)})`
}

/**
 * The point that a moment means, or null where nothing is: the nearest one, if no hole lies there; of steps the one that holds then
 * (the last that began). Points are in time order, holes are points without value.
 */
export function pointAt(points: readonly CurvePoint[], t: number, steps: boolean): CurvePoint | null {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.t ?? 0) <= t) low = middle + 1
    else high = middle
  }
  const [before, after] = [points[low - 1], points[low]]
  const near =
    before === undefined || (!steps && after !== undefined && after.t - t < t - before.t)
      ? steps
        ? undefined
        : after
      : before
  return near === undefined || near.avg === null ? null : near
}

export type PlotStep = 'previous' | 'next' | 'back' | 'forth' | 'first' | 'last'

/** The point that the cursor goes to from `t` (null = it stands nowhere yet); holes are passed over. Null without points. */
export function stepFrom(points: readonly CurvePoint[], t: number | null, step: PlotStep): CurvePoint | null {
  const real = points.filter(({ avg }) => avg !== null)
  if (real.length === 0) return null
  const end = real.length - 1
  const far = Math.max(1, Math.round(real.length / 10))
  const here = t === null ? null : real.findLastIndex((point) => point.t <= t)
  const to = {
    previous: here === null ? end : here - 1,
    next: here === null ? 0 : here + 1,
    back: here === null ? end : here - far,
    forth: here === null ? 0 : here + far,
    first: 0,
    last: end,
  }[step]
  return real[Math.min(end, Math.max(0, to))] ?? null
}

/** Bounds `factor` times as long around a moment that keeps its place; within the shortest and longest span that can be asked. */
export function zoomed({ from, until }: Bounds, around: number, factor: number): Bounds {
  const length = Math.min(longestMs, Math.max(shortestMs, (until - from) * factor))
  const share = (around - from) / (until - from)
  const start = Math.round(around - share * length)
  return { from: start, until: start + Math.round(length) }
}

/** Bounds moved by a share of their length. */
export function moved({ from, until }: Bounds, share: number): Bounds {
  const by = Math.round((until - from) * share)
  return { from: from + by, until: until + by }
}

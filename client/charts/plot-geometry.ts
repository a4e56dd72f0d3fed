import type { Scale } from './scale.ts'
import type { CurvePoint } from './series.ts'
import { longestMs, shortestMs } from './span.ts'

/** Insets of the drawing area within its box, px: the marks of the axes are around it. */
export const plotArea = { left: 52, right: 12, top: 8, bottom: 30 } as const

export interface Bounds {
  readonly from: number
  readonly until: number
}

/** Returns the moment at `x` px from the left of a box `width` px wide; within the bounds. */
export function momentAt(x: number, width: number, { from, until }: Bounds): number {
  const inner = Math.max(1, width - plotArea.left - plotArea.right)
  const share = Math.min(1, Math.max(0, (x - plotArea.left) / inner))
  return from + share * (until - from)
}

/** Returns the position of a moment, as a CSS length from the left of the box. */
export function leftOf(t: number, { from, until }: Bounds): string {
  const share = (t - from) / (until - from)
  return `calc(${plotArea.left}px + (100% - ${plotArea.left + plotArea.right}px) * ${share.toFixed(5)})`
}

/** Returns the position of a value, as a CSS length from the top of the box. */
export function topOf(value: number, { domain: [low, high] }: Scale): string {
  const share = high === low ? 0 : (high - value) / (high - low)
  const inner = plotArea.top + plotArea.bottom
  return `calc(${plotArea.top}px + (100% - ${inner}px) * ${Math.min(1, Math.max(0, share)).toFixed(5)})`
}

/**
 * Returns the point for a moment, or null if there is none: the nearest one, unless a gap lies there; for steps the one in effect
 * (the last that began). Points are in time order, gaps are points without value.
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

/** Returns the next point of the cursor from `t` (null = no position yet); gaps are skipped. Null without points. */
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

/** Returns bounds `factor` times as long around a fixed moment; within the shortest and longest span that can be requested. */
export function zoomed({ from, until }: Bounds, around: number, factor: number): Bounds {
  const length = Math.min(longestMs, Math.max(shortestMs, (until - from) * factor))
  const share = (around - from) / (until - from)
  const start = Math.round(around - share * length)
  return { from: start, until: start + Math.round(length) }
}

/** Returns bounds shifted by a share of their length. */
export function moved({ from, until }: Bounds, share: number): Bounds {
  const by = Math.round((until - from) * share)
  return { from: from + by, until: until + by }
}

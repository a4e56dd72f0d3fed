import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentAt, moved, plotArea, pointAt, stepFrom, zoomed } from './plot-geometry.ts'
import type { CurvePoint } from './series.ts'
import { longestMs, shortestMs } from './span.ts'

const point = (t: number, avg: number | null): CurvePoint => ({ t, avg, band: null })
const points = [point(0, 1), point(10, 2), point(15, null), point(20, 3)]

describe('pointing at a chart', () => {
  it('selects a moment within it, from its left mark to its right end [LIVE-5]', () => {
    const bounds = { from: 1_000, until: 2_000 }
    const width = 500
    expect(momentAt(0, width, bounds)).toBe(1_000)
    expect(momentAt(plotArea.left, width, bounds)).toBe(1_000)
    expect(momentAt(width - plotArea.right, width, bounds)).toBe(2_000)
    expect(momentAt(width, width, bounds)).toBe(2_000)
    expect(momentAt((plotArea.left + width - plotArea.right) / 2, width, bounds)).toBe(1_500)
  })

  it('selects the nearest point, for steps the current one, and nothing in a gap [LIVE-5]', () => {
    expect([-5, 4, 6, 12, 14, 30].map((t) => pointAt(points, t, false)?.avg)).toEqual([1, 1, 2, 2, undefined, 3])
    expect([-5, 4, 9, 10, 16, 30].map((t) => pointAt(points, t, true)?.avg)).toEqual([undefined, 1, 1, 2, undefined, 3])
    expect(pointAt([], 1, false)).toBeNull()
  })

  it('moves by keys from point to point across gaps, and stays at the ends [LIVE-5]', () => {
    const go = (t: number | null, step: Parameters<typeof stepFrom>[2]) => stepFrom(points, t, step)?.t
    expect([go(null, 'next'), go(null, 'previous')]).toEqual([0, 20])
    expect([go(10, 'next'), go(20, 'next'), go(20, 'previous'), go(0, 'previous')]).toEqual([20, 20, 10, 0])
    expect([go(10, 'first'), go(10, 'last'), go(10, 'forth'), go(10, 'back')]).toEqual([0, 20, 20, 0])
    expect(stepFrom([point(1, null)], null, 'next')).toBeNull()
  })

  it('zooms around a fixed moment, and never beyond what can be requested [LIVE-5]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: shortestMs, max: longestMs }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0.5, 2),
        (length, share, factor) => {
          const bounds = { from: 1_000, until: 1_000 + length }
          const around = bounds.from + share * length
          const { from, until } = zoomed(bounds, around, factor)
          expect(until - from).toBeGreaterThanOrEqual(shortestMs)
          expect(until - from).toBeLessThanOrEqual(longestMs)
          expect(Math.abs((around - from) / (until - from) - share)).toBeLessThan(0.001)
        },
      ),
    )
    expect(moved({ from: 100, until: 200 }, -0.25)).toEqual({ from: 75, until: 175 })
  })
})

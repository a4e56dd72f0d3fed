import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, isoSecond, longestMs, shifted, shortestMs } from './bounds.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const hour = 3_600_000

describe('the span of an address', () => {
  it('is the last day without more, or what is named', () => {
    expect(boundsOf({}, now)).toEqual({ from: now - 24 * hour, until: now })
    expect(boundsOf({ span: 'hour' }, now)).toEqual({ from: now - hour, until: now })
  })

  it('is two moments, never beyond now', () => {
    const address = { from: '2026-11-21T10:00:00Z', until: '2026-11-21T13:00:00Z' }
    expect(boundsOf(address, now)).toEqual({ from: now - 2 * hour, until: now })
  })

  it('is an hour around a second that is named alone, less at the edge of now', () => {
    expect(boundsOf({ at: '2026-11-20T12:00:00Z' }, now)).toEqual({
      from: now - 24.5 * hour,
      until: now - 23.5 * hour,
    })
    expect(boundsOf({ at: '2026-11-21T11:59:50Z' }, now).until).toBe(now)
  })

  it('is never shorter than a minute, longer than a year, or in the future, whatever the address says', () => {
    const moment = fc.integer({ min: -800 * 24 * hour, max: 24 * hour }).map((by) => new Date(now + by).toISOString())
    const maybe = fc.option(moment, { nil: undefined })
    const address = fc.record({
      at: maybe,
      from: maybe,
      until: maybe,
      span: fc.constantFrom('hour' as const, 'week' as const, undefined),
    })
    fc.assert(
      fc.property(address, (given) => {
        const { from, until } = boundsOf(given, now)
        expect(until).toBeLessThanOrEqual(now)
        expect(until - from).toBeGreaterThanOrEqual(shortestMs)
        expect(until - from).toBeLessThanOrEqual(longestMs)
        const before = shifted({ from, until }, -1, now)
        expect(before).toEqual({ from: from - (until - from), until: from })
        expect(shifted(before, 1, now)).toEqual({ from, until })
      }),
    )
  })

  it('names whole seconds', () => expect(isoSecond(now + 1_999)).toBe('2026-11-21T12:00:01Z'))
})

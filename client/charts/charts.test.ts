import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadingView } from '../../contract/devices.ts'
import { fieldOf, momentOfField } from '../dates/wall.ts'
import { scaleOf } from './scale.ts'
import { curveOf, summaryOf, tableOf } from './series.ts'
import { boundsOf, longestMs, pieceOf, shifted, shortestMs } from './span.ts'
import { ticksOf } from './ticks.ts'
import { momentOf, wallOf } from './zone.ts'

const berlin = 'Europe/Berlin'
const utc = (text: string) => Date.parse(`${text}Z`)
const reading = (at: string, temperature: number | null): ReadingView => ({
  deviceId: 1,
  at,
  temperature,
  humidity: null,
  supplyVoltage: null,
  rssi: null,
  rxTimeouts: null,
  retries: null,
})

describe('the clock of a zone', () => {
  it('is read and set across both changes of the year', () => {
    expect(fieldOf(utc('2026-07-01T10:00:00'), berlin)).toBe('2026-07-01T12:00')
    expect(momentOfField('2026-07-01T12:00', berlin)).toBe(utc('2026-07-01T10:00:00'))
    expect(momentOf(utc('2026-10-25T02:30:00'), berlin)).toBe(utc('2026-10-25T00:30:00'))
    expect(momentOf(utc('2026-03-29T02:30:00'), berlin)).toBe(utc('2026-03-29T01:30:00'))
    expect(momentOfField('', berlin)).toBeNull()
  })

  it('is reversed for every existing wall clock time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: utc('2024-01-01T00:00:00'), max: utc('2028-01-01T00:00:00') }),
        fc.constantFrom(berlin, 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
        (moment, zone) => {
          const wall = wallOf(moment, zone)
          expect(wallOf(momentOf(wall, zone), zone)).toBe(wall)
        },
      ),
    )
  })
})

describe('ticks', () => {
  it('are at round local times, also on the day of the change [LIVE-5]', () => {
    const { at, unit } = ticksOf(utc('2026-03-28T23:00:00'), utc('2026-03-29T22:00:00'), berlin, 6)
    expect(unit).toBe('time')
    expect(at.map((moment) => fieldOf(moment, berlin).slice(11))).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00'])
  })

  it('are few, ordered and inside, for every span', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: utc('2024-01-01T00:00:00'), max: utc('2028-01-01T00:00:00') }),
        fc.integer({ min: shortestMs, max: longestMs }),
        fc.integer({ min: 3, max: 8 }),
        (from, length, most) => {
          const { at } = ticksOf(from, from + length, berlin, most)
          expect(at.length).toBeLessThanOrEqual(most + 2)
          expect(at.every((moment) => moment >= from && moment <= from + length)).toBe(true)
          expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
        },
      ),
    )
  })
})

describe('a curve', () => {
  const whole = { from: 0, until: Number.POSITIVE_INFINITY, gapMs: 60_000 }
  const stored = [
    { at: '2026-11-21T09:00:00.000Z', min: 1, avg: 2, max: 3 },
    { at: '2026-11-21T09:01:00.000Z', min: 2, avg: 3, max: 4 },
  ]

  it('continues with later readings, and never goes back in time [LIVE-5]', () => {
    const late = [reading('2026-11-21T09:00:30.000Z', 9), reading('2026-11-21T09:01:30.000Z', 5)]
    const points = curveOf(stored, late, 'temperature', whole)
    expect(points.map(({ avg }) => avg)).toEqual([2, 3, 5])
    expect(points.at(-1)?.band).toEqual([5, 5])
  })

  it('has a gap where nothing arrived for longer than usual [LIVE-5]', () => {
    const points = curveOf(stored, [reading('2026-11-21T09:05:00.000Z', 5)], 'temperature', whole)
    expect(points.map(({ avg }) => avg)).toEqual([2, 3, null, 5])
  })

  it('leaves out values that a reading lacks', () => {
    expect(curveOf([], [reading('2026-11-21T09:05:00.000Z', null)], 'temperature', whole)).toEqual([])
    expect(summaryOf([])).toBeNull()
  })

  it('has a range', () => {
    const points = curveOf(stored, [], 'temperature', whole)
    expect(summaryOf(points)).toEqual({ low: 1, high: 4, average: 2.5, last: 3 })
  })

  it('is available as a table, newest first [LIVE-5]', () => {
    const rows = tableOf([
      ['temperature', curveOf(stored, [], 'temperature', whole)],
      ['humidity', curveOf(stored.slice(1), [], 'humidity', whole)],
    ])
    expect(rows.map(({ values }) => Object.keys(values))).toEqual([['temperature', 'humidity'], ['temperature']])
  })
})

describe('a span', () => {
  const now = utc('2026-11-21T12:00:00')

  it('is between an hour and 366 days and not in the future, however it was drawn [LIVE-5]', () => {
    const moment = fc.integer({ min: now - 2 * longestMs, max: now })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const { from, until } = boundsOf(pieceOf(a, b, now), now)
        expect(until - from).toBeGreaterThanOrEqual(shortestMs - 1)
        expect(until - from).toBeLessThanOrEqual(longestMs + 1)
        expect(until).toBeLessThanOrEqual(now)
      }),
    )
  })

  it('moves by its own length, at most up to now', () => {
    const before = shifted({ name: 'day' }, -1, now)
    expect(boundsOf(before, now)).toMatchObject({ from: now - 172_800_000, until: now - 86_400_000 })
    expect(boundsOf(shifted(before, 1, now), now).until).toBe(now)
    expect(boundsOf(shifted({ name: 'week' }, 1, now), now).until).toBe(now)
  })
})

describe('a vertical scale', () => {
  it('contains all values between few round marks, and has a minimum height', () => {
    const value = fc.double({ min: -500, max: 500, noNaN: true })
    fc.assert(
      fc.property(value, value, fc.constantFrom(0.4, 4, 20), fc.boolean(), (a, b, least, whole) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const { domain, ticks } = scaleOf({ low, high }, least, whole)
        expect(domain[0]).toBeLessThanOrEqual(low + 1e-6)
        expect(domain[1]).toBeGreaterThanOrEqual(high - 1e-6)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        if (low >= 0) expect(domain[0]).toBeGreaterThanOrEqual(0)
        if (whole) expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('shows a steady sensor as a steady line, and counts in whole steps', () => {
    expect(scaleOf({ low: 3.6, high: 3.61 }, 0.4, false).ticks).toEqual([3.4, 3.6, 3.8, 4])
    expect(scaleOf({ low: 0, high: 0 }, 4, true).ticks).toEqual([0, 2])
    expect(scaleOf({ low: 4.8, high: 13.5 }, 4, false).ticks).toEqual([0, 5, 10, 15])
  })
})

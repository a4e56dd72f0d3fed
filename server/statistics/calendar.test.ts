import { describe, expect, it } from 'vitest'
import { cellOf, sliceMs, stepFor, stepsOf } from './calendar.ts'

const berlin = 'Europe/Berlin'
const hour = 3_600_000
const span = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) })
const hours = (steps: readonly { from: number; until: number }[]) =>
  steps.map(({ from, until }) => (until - from) / hour)

describe('steps', () => {
  it.each([
    ['2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z', 'hour'],
    ['2026-10-24T22:00:00Z', '2026-10-27T23:00:00Z', 'day'],
    ['2026-09-01T00:00:00Z', '2026-12-02T00:00:00Z', 'day'],
    ['2026-09-01T00:00:00Z', '2026-12-03T00:00:00Z', 'week'],
    ['2026-01-01T00:00:00Z', '2026-07-03T00:00:00Z', 'week'],
    ['2026-01-01T00:00:00Z', '2026-07-04T00:00:00Z', 'month'],
  ])('%s to %s by %s', (from, until, step) => expect(stepFor(span(from, until))).toBe(step))

  it('have days of 23, 24 or 25 hours when the clocks change [LIVE-5]', () => {
    expect(hours(stepsOf(span('2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z'), 'day', berlin))).toEqual([24, 25, 24])
    expect(hours(stepsOf(span('2027-03-26T23:00:00Z', '2027-03-29T22:00:00Z'), 'day', berlin))).toEqual([24, 23, 24])
    expect(hours(stepsOf(span('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), 'hour', berlin))).toHaveLength(25)
  })

  it('are cut to the span; weeks begin on Monday, months on the first', () => {
    const weeks = stepsOf(span('2026-10-21T10:00:00Z', '2026-11-03T09:00:00Z'), 'week', berlin)
    expect(weeks.map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-10-21T10:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
    ])
    const months = stepsOf(span('2026-09-15T00:00:00Z', '2026-11-15T00:00:00Z'), 'month', berlin)
    expect(months.map(({ from }) => new Date(from).toISOString().slice(0, 13))).toEqual([
      '2026-09-15T00',
      '2026-09-30T22',
      '2026-10-31T23',
    ])
    expect(months.at(-1)?.until).toBe(Date.parse('2026-11-15T00:00:00Z'))
  })
})

describe('cells of the week', () => {
  it('merge the repeated hour, and omit the skipped one', () => {
    const cells = (from: string, count: number) =>
      Array.from({ length: count }, (_, n) => cellOf(Date.parse(from) + n * hour, berlin))
    expect(cells('2026-10-24T23:00:00Z', 4)).toEqual([
      { weekday: 7, hour: 1 },
      { weekday: 7, hour: 2 },
      { weekday: 7, hour: 2 },
      { weekday: 7, hour: 3 },
    ])
    expect(cells('2027-03-28T00:00:00Z', 2)).toEqual([
      { weekday: 7, hour: 1 },
      { weekday: 7, hour: 3 },
    ])
  })

  it('consist of quarters in a time zone with a half-hour offset', () => {
    const day = span('2026-10-24T00:00:00Z', '2026-10-25T00:00:00Z')
    expect(sliceMs(day, 'Asia/Kolkata')).toBe(hour / 4)
    expect(sliceMs(day, berlin)).toBe(hour)
    expect(cellOf(Date.parse('2026-10-25T18:30:00Z'), 'Asia/Kolkata')).toEqual({ weekday: 1, hour: 0 })
  })
})

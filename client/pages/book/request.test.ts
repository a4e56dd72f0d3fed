import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { units } from '../../../machines/booking/calendar.ts'
import { chipsOf, forLength, fromStart, hoursAround, lengthOf, requestOf, spanSearch } from './request.ts'
import { requestSearch } from './search.ts'

const berlin = 'Europe/Berlin'
const now = Date.parse('2026-03-28T12:30:40.000Z')
const iso = (text: string) => new Date(text)
const hours = (span: { start: Date; end: Date }) => (span.end.getTime() - span.start.getTime()) / 3_600_000

describe('the request of an address', () => {
  it('is now and an hour, at all sites, by default [BOOK-1]', () => {
    const search = requestSearch.parse({})
    expect(requestOf(search, now, berlin)).toEqual({
      start: iso('2026-03-28T12:30:00Z'),
      end: iso('2026-03-28T13:30:00Z'),
      now: true,
    })
    expect(search.siteId ?? 0).toBe(0)
  })

  it('is what the address says; invalid parts are ignored [BOOK-1]', () => {
    const [start, end] = ['2026-04-01T08:00:00.000Z', '2026-04-01T10:00:00.000Z']
    const search = requestSearch.parse({
      reservationCreatedStartTime: start,
      reservationCreatedEndTime: end,
      siteId: '7',
    })
    expect(requestOf(search, now, berlin)).toEqual({ start: iso(start), end: iso(end), now: false })
    expect(search.siteId).toBe(7)
    const wrong = requestSearch.parse({
      reservationCreatedStartTime: 'soon',
      amount: -3,
      unit: 'ages',
      siteId: 'x',
      hold: 0,
    })
    expect(requestOf(wrong, now, berlin).now).toBe(true)
    expect(hours(requestOf(wrong, now, berlin))).toBe(1)
    expect(wrong.hold).toBeUndefined()
  })

  it('counts days by the clock of the site: 23 hours when clocks go forward, 25 when back [BOOK-4]', () => {
    const day = requestSearch.parse(forLength(1, 'days'))
    expect(hours(requestOf(day, now, berlin))).toBe(23)
    expect(hours(requestOf(day, now, 'America/New_York'))).toBe(24)
    expect(hours(requestOf(day, Date.parse('2026-10-24T12:00:00Z'), berlin))).toBe(25)
    expect(hours(requestOf(requestSearch.parse(forLength(24, 'hours')), now, berlin))).toBe(24)
  })

  it.each([
    [1, 'hours', '2026-11-02T12:45:00Z'],
    [4, 'hours', '2026-11-02T15:45:00Z'],
    [1, 'days', '2026-11-03T11:30:00Z'],
    [1, 'weeks', '2026-11-09T11:30:00Z'],
  ] as const)('ends %i %s after 12:37 on a quarter of an hour [BOOK-1] [BOOK-3]', (amount, unit, end) => {
    const search = requestSearch.parse(forLength(amount, unit))
    const span = requestOf(search, Date.parse('2026-11-02T11:37:20Z'), berlin)
    expect(span).toEqual({ start: iso('2026-11-02T11:37:00Z'), end: iso(end), now: true })
    expect(chipsOf(span, berlin).filter(({ chosen }) => chosen)).toHaveLength(1)
  })

  it('keeps its length when only the start is changed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        fc.boolean(),
        (length, later, toNow) => {
          const end = new Date(now + length * 60_000)
          const search = requestSearch.parse(spanSearch({ start: new Date(now), end }))
          const start = toNow ? null : new Date(now + later * 60_000)
          const moved = requestOf({ ...search, ...fromStart(search, start, now, berlin) }, now, berlin)
          expect(moved.end.getTime() - moved.start.getTime()).toBe(length * 60_000)
          expect(moved.now).toBe(toNow)
        },
      ),
    )
  })
})

describe('lengths', () => {
  it('for one tap are offered if the span is that long; the evening only while it is ahead [BOOK-2]', () => {
    const span = requestOf(requestSearch.parse(forLength(4, 'hours')), now, berlin)
    expect(chipsOf(span, berlin).map(({ key, chosen }) => `${key}${chosen ? '*' : ''}`)).toEqual([
      '1h',
      '4h*',
      'evening',
      '1d',
      '1w',
    ])
    const late = iso('2026-03-28T18:45:00Z')
    expect(chipsOf({ start: late, end: late }, berlin).map(({ key }) => key)).toEqual(['1h', '4h', '1d', '1w'])
    const evening = chipsOf(span, berlin)[2]?.change.reservationCreatedEndTime
    expect(evening).toBe('2026-03-28T19:00:00.000Z')
  })

  it('are restored in the unit in which they were given, or an equal larger one [BOOK-2]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.integer({ min: 1, max: 30 }), (unit, amount) => {
        const span = requestOf(requestSearch.parse(forLength(amount, unit)), now, berlin)
        const found = lengthOf(span, berlin)
        const again = requestOf(requestSearch.parse(forLength(found?.amount ?? 0, found?.unit ?? 'hours')), now, berlin)
        expect(again.end).toEqual(span.end)
        expect(units.indexOf(found?.unit ?? 'hours')).toBeGreaterThanOrEqual(units.indexOf(unit))
      }),
    )
    expect(lengthOf({ start: iso('2026-04-01T08:00:00Z'), end: iso('2026-04-01T09:30:00Z') }, berlin)).toBe(null)
  })
})

describe('the request to the server', () => {
  it('is whole hours around the span', () => {
    const start = iso('2026-04-01T08:10:00Z')
    expect(hoursAround({ start, end: start })).toEqual({
      start: '2026-04-01T08:00:00.000Z',
      end: '2026-04-01T09:00:00.000Z',
    })
  })
})

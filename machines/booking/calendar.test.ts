import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addInZone,
  datesBetween,
  localDate,
  minutesBetween,
  onSameDay,
  spanFrom,
  startOfDay,
  timeOnDay,
  type Unit,
  units,
  wholeLengths,
} from './calendar.ts'
import { checkAccessTime } from './check-access-time.ts'
import { priceFor } from './price.ts'
import { addToWall, instantAt, wallAt } from './testing/intl-calendar.ts'
import { berlin, calm, dayMinutes, minute, open, request } from './testing/requests.ts'

const at = (text: string) => new Date(text)

describe('a span from a start', () => {
  it.each([
    ['an hour into the doubled one', '2026-10-25T02:00+02:00', 1, 'hours', '2026-10-25T02:00+01:00'],
    ['a day of 25 hours', '2026-10-24T12:00+02:00', 1, 'days', '2026-10-25T12:00+01:00'],
    ['a day of 23 hours', '2027-03-27T12:00+01:00', 1, 'days', '2027-03-28T12:00+02:00'],
    ['a day into the gap: later', '2027-03-27T02:30+01:00', 1, 'days', '2027-03-28T03:30+02:00'],
    ['a day into the fold: earlier', '2026-10-24T02:30+02:00', 1, 'days', '2026-10-25T02:30+02:00'],
    ['a day from the later half of the fold', '2026-10-25T02:30+01:00', 1, 'days', '2026-10-26T02:30+01:00'],
    ['a week over the change', '2026-10-20T08:00+02:00', 1, 'weeks', '2026-10-27T08:00+01:00'],
    ['a month from the 31st', '2027-01-31T08:00+01:00', 1, 'months', '2027-02-28T08:00+01:00'],
    ['a month from the 31st in a leap year', '2028-01-31T08:00+01:00', 1, 'months', '2028-02-29T08:00+01:00'],
    ['thirteen months', '2027-01-31T08:00+01:00', 13, 'months', '2028-02-29T08:00+01:00'],
    ['a year from a leap day', '2028-02-29T08:00+01:00', 1, 'years', '2029-02-28T08:00+01:00'],
    ['four years from a leap day', '2028-02-29T08:00+01:00', 4, 'years', '2032-02-29T08:00+01:00'],
    ['a month into summer time', '2027-03-01T08:00+01:00', 1, 'months', '2027-04-01T08:00+02:00'],
  ] as const)('of %s [BOOK-2] [BOOK-4]', (_, start, amount, unit, end) => {
    expect(spanFrom(at(start), amount, unit, berlin)).toEqual({ start: at(start), end: at(end) })
  })
})

describe('the days of a zone', () => {
  it.each([
    ['a day of 25 hours', berlin, '2026-10-25T23:30+01:00', '2026-10-25', '2026-10-25T00:00+02:00'],
    ['a day of 23 hours', berlin, '2027-03-28T23:30+02:00', '2027-03-28', '2027-03-28T00:00+01:00'],
    ['a day without midnight', 'America/Santiago', '2026-09-06T12:00-03:00', '2026-09-06', '2026-09-06T01:00-03:00'],
    ['yesterday in New York', 'America/New_York', '2026-05-04T03:59Z', '2026-05-03', '2026-05-03T04:00Z'],
    ['tomorrow in Kathmandu', 'Asia/Kathmandu', '2026-05-03T18:15Z', '2026-05-04', '2026-05-03T18:15Z'],
  ])('%s begins where it begins [BOOK-4]', (_, zone, instant, date, midnight) => {
    expect(localDate(at(instant), zone)).toBe(date)
    expect(startOfDay(at(instant), zone)).toEqual(at(midnight))
  })

  it('a span that ends at midnight is on one day, a millisecond more is not [BOOK-3] [BOOK-4]', () => {
    const start = at('2026-10-25T00:00+02:00')
    expect(onSameDay({ start, end: at('2026-10-26T00:00+01:00') }, berlin)).toBe(true)
    expect(onSameDay({ start, end: at('2026-10-26T00:00:00.001+01:00') }, berlin)).toBe(false)
  })

  it('a skipped time of day moves later; of a repeated one the earlier counts [BOOK-4]', () => {
    expect(timeOnDay('2027-03-28', '02:30', berlin)).toEqual(at('2027-03-28T03:30+02:00'))
    expect(timeOnDay('2026-10-25', '02:30', berlin)).toEqual(at('2026-10-25T02:30+02:00'))
    expect(timeOnDay('2026-10-24', '02:30', berlin, 2)).toEqual(at('2026-10-26T02:30+01:00'))
  })

  it('minutes are elapsed and rounded up; dates are counted regardless of their length [BOOK-4]', () => {
    const start = at('2026-10-24T12:00+02:00')
    const end = at('2026-10-25T12:00+01:00')
    expect(minutesBetween(start, end)).toBe(1_500)
    expect(minutesBetween(start, new Date(end.getTime() + 1))).toBe(1_501)
    expect(datesBetween(start, end, berlin)).toBe(1)
    expect(wholeLengths({ start, end }, dayMinutes, berlin)).toBe(1)
    expect(wholeLengths({ start, end: new Date(end.getTime() - 1) }, dayMinutes, berlin)).toBe(0)
    expect(wholeLengths({ start, end }, 60, berlin)).toBe(25)
  })

  it('an unknown zone is refused', () => {
    expect(() => localDate(at('2026-05-04T00:00Z'), 'Europe/Nowhere')).toThrow(RangeError)
  })
})

/** Half of all starts lie within three days of a clock change, a leap day or the end of a month. */
const delicate = ['2026-10-25', '2027-03-28', '2028-02-29', '2027-01-31', '2026-12-31'].map((date) => Date.parse(date))
const anyStart = fc.oneof(
  fc
    .tuple(fc.constantFrom(...delicate), fc.integer({ min: -3 * dayMinutes, max: 4 * dayMinutes }))
    .map(([date, minutes]) => date + minutes * minute),
  fc
    .integer({ min: Date.UTC(2026, 0, 1) / 1_000, max: Date.UTC(2033, 0, 1) / 1_000 })
    .map((seconds) => seconds * 1_000),
)
const most: Record<Unit, number> = { hours: 200, days: 400, weeks: 60, months: 30, years: 5 }
const anyUnit = fc.constantFrom(...units)
const anyAmount = anyUnit.chain((unit) => fc.tuple(fc.constant(unit), fc.integer({ min: 1, max: most[unit] })))
const anyZone = fc.oneof(
  { weight: 3, arbitrary: fc.constant(berlin) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
  },
)

describe('compared with an independent calendar', () => {
  const figures = { spans: 0, overClockChange: 0, berlinOctober2026: 0, berlinMarch2027: 0, clamped: 0, mismatches: 0 }
  afterAll(() => console.log(JSON.stringify({ calendar: figures })))

  function oracle(start: number, unit: Unit, amount: number, zone: string): number {
    if (unit === 'hours') return start + amount * 60 * minute
    const months = unit === 'months' ? amount : unit === 'years' ? 12 * amount : 0
    const days = unit === 'days' ? amount : unit === 'weeks' ? 7 * amount : 0
    return instantAt(addToWall(wallAt(start, zone), months, days), zone)
  }
  const date = (wall: number) => new Date(wall).toISOString().slice(0, 10)
  const midnight = (wall: number) => wall - (wall % (dayMinutes * minute))

  it('20,000 spans end, start their days and count as whole days as they should [BOOK-2] [BOOK-4]', () => {
    const property = fc.property(anyStart, anyAmount, anyZone, (from, [unit, amount], zone) => {
      const expected = oracle(from, unit, amount, zone)
      const { start, end } = spanFrom(new Date(from), amount, unit, zone)
      const wallFrom = wallAt(from, zone)
      const wallTo = wallAt(expected, zone)
      figures.spans++
      if (wallTo - wallFrom !== expected - from) figures.overClockChange++
      if (zone === berlin && from < Date.parse('2026-10-25T01:00Z') && expected > Date.parse('2026-10-25T01:00Z'))
        figures.berlinOctober2026++
      if (zone === berlin && from < Date.parse('2027-03-28T01:00Z') && expected > Date.parse('2027-03-28T01:00Z'))
        figures.berlinMarch2027++
      if ((unit === 'months' || unit === 'years') && new Date(wallTo).getUTCDate() !== new Date(wallFrom).getUTCDate())
        figures.clamped++
      expect(end.getTime()).toBe(expected)
      expect(addInZone(start, 0, unit, zone)).toEqual(start)
      expect(localDate(start, zone)).toBe(date(wallFrom))
      expect(localDate(end, zone)).toBe(date(wallTo))
      expect(startOfDay(end, zone).getTime()).toBe(instantAt(midnight(wallTo), zone))
      expect(onSameDay({ start, end }, zone)).toBe(date(wallFrom) === date(wallAt(expected - 1, zone)))
      if (unit === 'days' || unit === 'weeks') wholeDays(start, end, unit === 'days' ? amount : 7 * amount, zone)
    })
    try {
      fc.assert(property, { numRuns: 20_000 })
    } catch (failure) {
      figures.mismatches++
      throw failure
    }
  })

  /** Limits and stages in days end exactly with the span. */
  function wholeDays(start: Date, end: Date, days: number, timeZone: string): void {
    const minutes = days * dayMinutes
    const accessTime = { ...open, slotMinutes: 1, minDurationMinutes: minutes, maxDurationMinutes: minutes }
    const codes = (until: Date) =>
      checkAccessTime(request(start, until), accessTime, { ...calm, now: start, timeZone }).flatMap(({ code }) =>
        code === 'slot-mismatch' ? [] : code,
      )
    const more = new Date(end.getTime() + 1)
    expect(codes(end)).toEqual([])
    expect(codes(more)[0]).toBe('duration-too-long')
    expect(codes(new Date(end.getTime() - 1))[0]).toBe('duration-too-short')
    const stages = [{ untilMinutes: minutes, priceCents: 100 }]
    expect([priceFor(stages, start, end, timeZone), priceFor(stages, start, more, timeZone)]).toEqual([100, 200])
  }
})

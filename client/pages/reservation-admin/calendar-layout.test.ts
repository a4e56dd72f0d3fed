import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayAfter,
  daysFrom,
  entriesOf,
  missingRows,
  mondayOf,
  monthGrid,
  placed,
  rowAt,
  rowsOf,
} from './calendar-layout.ts'

const zone = 'Europe/Berlin'
const hours = (day: { start: number; end: number } | undefined) => ((day?.end ?? 0) - (day?.start ?? 0)) / 3_600_000
const entry = (start: string, end: string | null) => ({ start, end })
/** The only day from a date on, its rows and what stands in it. */
function oneDay(date: string, entries: { start: string; end: string | null }[], timeZone = zone) {
  const [day] = daysFrom(date, 1, timeZone)
  if (!day) throw new Error('no day')
  const rows = rowsOf([day], timeZone)
  return { day, rows, pieces: placed(entries, day, rows, timeZone) }
}

describe('the days of a calendar', () => {
  it('begin and end at midnight of the site, with 23 and 25 hours where the clock changes [RES-9]', () => {
    const spring = daysFrom('2026-03-28', 3, zone)
    expect(spring.map(hours)).toEqual([24, 23, 24])
    expect(new Date(spring[1]?.start ?? 0).toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(daysFrom('2026-10-24', 3, zone).map(hours)).toEqual([24, 25, 24])
    expect(daysFrom('2026-10-03', 2, 'Australia/Lord_Howe').map(hours)).toEqual([24, 23.5])
    // Where midnight itself is left out the day begins at one.
    expect(daysFrom('2026-04-24', 1, 'Africa/Cairo').map(hours)).toEqual([23])
  })

  it('fill whole weeks from Monday on', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2026-11-16')).toBe('2026-11-16')
    expect(monthGrid('2026-11-21')).toEqual({ first: '2026-10-26', count: 42 })
    expect(monthGrid('2027-02-10')).toEqual({ first: '2027-02-01', count: 28 })
    expect(dayAfter('2026-01-31', { months: 1 })).toBe('2026-02-28')
  })

  it('cover time without hole or overlap, in any zone', () => {
    const zones = [zone, 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (timeZone, date) => {
          const days = daysFrom(date.toISOString().slice(0, 10), 10, timeZone)
          for (const [at, day] of days.entries()) if (at > 0) expect(day.start).toBe(days[at - 1]?.end)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the rows of a calendar', () => {
  it('leave the hour out that a day lacks, and give a doubled one two rows [RES-9]', () => {
    const spring = daysFrom('2026-03-23', 7, zone)
    expect(rowsOf(spring, zone)).toHaveLength(24)
    expect(spring.map((day) => missingRows(day, rowsOf(spring, zone), zone))).toEqual([[], [], [], [], [], [], [2]])
    const autumn = daysFrom('2026-10-19', 7, zone)
    const rows = rowsOf(autumn, zone)
    expect(rows.filter(({ hour }) => hour === 2)).toEqual([
      { hour: 2, second: false },
      { hour: 2, second: true },
    ])
    expect(autumn.map((day) => missingRows(day, rows, zone))).toEqual([[3], [3], [3], [3], [3], [3], []])
  })

  it('put every moment where the clock of the site says, after the change too', () => {
    const { day, rows } = oneDay('2026-10-25', [])
    expect(rowAt(Date.parse('2026-10-25T00:30:00Z'), day, rows, zone)).toBe(2.5)
    expect(rowAt(Date.parse('2026-10-25T01:30:00Z'), day, rows, zone)).toBe(3.5)
    expect(rowAt(Date.parse('2026-10-25T02:00:00Z'), day, rows, zone)).toBe(4)
    expect(rowAt(day.end, day, rows, zone)).toBe(25)
  })

  it('rise with time, whatever the zone and day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(zone, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'),
        fc.constantFrom(
          '2026-03-29',
          '2026-10-25',
          '2026-10-04',
          '2026-04-05',
          '2026-03-08',
          '2026-11-01',
          '2026-04-24',
        ),
        (timeZone, date) => {
          const { day, rows } = oneDay(date, [], timeZone)
          let before = -1
          for (let at = day.start; at < day.end; at += 600_000) {
            const now = rowAt(at, day, rows, timeZone)
            expect(now).toBeGreaterThan(before)
            before = now
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('what stands in a day', () => {
  it('is cut at midnight and says that it goes on [RES-9]', () => {
    const { pieces } = oneDay('2026-11-21', [
      entry('2026-11-20T10:00:00Z', '2026-11-21T05:00:00Z'),
      entry('2026-11-21T22:00:00Z', null),
    ])
    expect(pieces).toMatchObject([
      { top: 0, before: true, after: false },
      { top: 23, before: false, after: true },
    ])
    expect(pieces[0]?.height).toBeCloseTo(6, 5)
    expect(pieces[1]?.height).toBeCloseTo(1, 5)
  })

  it('touches only the days it lies in: spans are half-open', () => {
    const [day] = daysFrom('2026-11-21', 1, zone)
    if (!day) throw new Error('no day')
    const midnight = new Date(day.start).toISOString()
    expect(entriesOf([entry('2026-11-20T10:00:00Z', midnight)], day)).toEqual([])
    expect(entriesOf([entry(new Date(day.end).toISOString(), null)], day)).toEqual([])
  })

  it('does not grow into the hour that the clock leaves out [RES-9]', () => {
    // 01:00 to 03:00 by the clock: one hour.
    const { pieces } = oneDay('2026-03-29', [entry('2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z')])
    expect(pieces[0]?.top).toBe(1)
    expect(pieces[0]?.height).toBeCloseTo(1, 5)
  })

  it('stands side by side where it overlaps, and uses the whole width again after that', () => {
    const { pieces } = oneDay('2026-11-21', [
      entry('2026-11-21T08:00:00Z', '2026-11-21T12:00:00Z'),
      entry('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z'),
      entry('2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'),
      entry('2026-11-21T12:00:00Z', '2026-11-21T13:00:00Z'),
    ])
    expect(pieces.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
      [0, 1],
    ])
  })
})

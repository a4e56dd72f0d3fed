import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from './calendar.ts'
import { chooseAccessTime } from './choose-access-time.ts'
import { fixes } from './nearest-fix.ts'
import { berlin, calm, dayMinutes, minute, open, request } from './testing/requests.ts'
import type { AccessTime, BookingRequest, Circumstances, Fix } from './types.ts'

/** The first of the fixes whose span is accepted, or null. */
function nearestFix(
  request: BookingRequest,
  accessTimes: readonly AccessTime[],
  circumstances: Circumstances,
  accept: (span: Span) => boolean = () => true,
): Fix | null {
  for (const fix of fixes(request, accessTimes, circumstances))
    if (accept({ start: fix.start, end: fix.end })) return fix
  return null
}

const day = '2026-05-04T'
const asked = (from: string, until: string) => request(`${day}${from}+02:00`, `${day}${until}+02:00`)
const span = (from: string, until: string) => ({
  start: new Date(`${day}${from}+02:00`),
  end: new Date(`${day}${until}+02:00`),
})
const fix = (from: string, until: string, accessTime: Partial<AccessTime>, more: Partial<Circumstances> = {}) =>
  nearestFix(asked(from, until), [{ ...open, slotMinutes: 15, ...accessTime }], { ...calm, ...more })
const parking = { fullDay: false, dailyFrom: '06:00', dailyUntil: '23:00' }

describe('the nearest fix', () => {
  it.each([
    ['down to the slot', '10:00', '11:05', {}, 'shorter', 5, '10:00', '11:00'],
    ['up to the slot', '10:00', '11:10', {}, 'longer', 5, '10:00', '11:15'],
    ['down when up is as near', '10:00', '10:45', { slotMinutes: 30 }, 'shorter', 15, '10:00', '10:30'],
    ['up to the slot when down is nothing', '10:00', '10:05', {}, 'longer', 10, '10:00', '10:15'],
    ['up to a slot from nothing', '10:00', '10:00', {}, 'longer', 15, '10:00', '10:15'],
    ['down to the maximum', '10:00', '12:00', { maxDurationMinutes: 90 }, 'shorter', 30, '10:00', '11:30'],
    ['down to the slot under it', '10:00', '12:00', { maxDurationMinutes: 100 }, 'shorter', 30, '10:00', '11:30'],
    ['up to the minimum', '10:00', '10:30', { minDurationMinutes: 60 }, 'longer', 30, '10:00', '11:00'],
    ['up to the slot over it', '10:00', '10:30', { minDurationMinutes: 50 }, 'longer', 30, '10:00', '11:00'],
    ['on to the opening', '05:20', '07:00', { ...parking, slotMinutes: 20 }, 'later', 60, '06:20', '08:00'],
    ['on to the opening', '05:30', '07:00', parking, 'later', 30, '06:00', '07:30'],
  ] as const)('%s: %s to %s [BOOK-3]', (_, from, until, accessTime, kind, minutes, fixedFrom, fixedUntil) => {
    expect(fix(from, until, accessTime)).toEqual({ kind, minutes, ...span(fixedFrom, fixedUntil) })
  })

  it('moves forward to the deadline, and back from the horizon but never before now [BOOK-3]', () => {
    const now = new Date(`${day}09:50+02:00`)
    expect(fix('10:00', '11:00', { prebookMinMinutes: 60 }, { now })).toEqual({
      kind: 'later',
      minutes: 60,
      ...span('11:00', '12:00'),
    })
    expect(fix('12:00', '13:00', { prebookMaxMinutes: 60 }, { now })).toEqual({
      kind: 'earlier',
      minutes: 75,
      ...span('10:45', '11:45'),
    })
    expect(fix('10:00', '11:00', { prebookMaxMinutes: 5 }, { now })).toBeNull()
    expect(fix('10:05', '11:05', { prebookMaxMinutes: 5, slotMinutes: 5 }, { now })).toEqual({
      kind: 'earlier',
      minutes: 15,
      ...span('09:50', '10:50'),
    })
  })

  it('moves out of the past, and to no start that is already over [BOOK-3]', () => {
    const now = new Date(`${day}10:47:30+02:00`)
    expect(fix('10:00', '11:00', {}, { now })).toEqual({ kind: 'later', minutes: 60, ...span('11:00', '12:00') })
  })

  it('for a span that passes is the next quarter of an hour, never the same span [BOOK-3]', () => {
    expect(fix('10:00', '11:00', {})).toEqual({ kind: 'later', minutes: 15, ...span('10:15', '11:15') })
  })

  it('shortens only to the maximum and lengthens only to the minimum [BOOK-3]', () => {
    const limits = { ...open, slotMinutes: 15, minDurationMinutes: 30, maxDurationMinutes: 120 }
    const only = (until: string) => nearestFix(asked('10:00', '11:00'), [limits], calm, stays(until))
    const stays = (until: string) => (each: { start: Date; end: Date }) =>
      each.start.getTime() === span('10:00', until).start.getTime() &&
      each.end.getTime() === span('10:00', until).end.getTime()
    expect([only('12:00'), only('10:30')]).toEqual([null, null])
  })

  it('never moves an empty span [BOOK-3]', () => {
    expect(fix('10:00', '10:00', { fullDay: false, dailyFrom: '12:00', dailyUntil: '14:00' })).toBeNull()
  })

  it('moves back by a day at most [BOOK-3]', () => {
    const at = (text: string) => new Date(`2026-05-0${text}+02:00`)
    const back = (now: string) => fix('10:00', '11:00', { prebookMaxMinutes: 60 }, { now: at(now) })
    expect(back('3T09:00')).toEqual({ kind: 'earlier', minutes: dayMinutes, start: at('3T10:00'), end: at('3T11:00') })
    expect(back('3T08:59')).toBeNull()
  })

  it('moves forward by a day that has 25 hours [BOOK-4]', () => {
    const sunday = request('2026-10-25T00:00+02:00', '2026-10-25T00:45+02:00')
    expect(nearestFix(sunday, [{ ...open, startsOn: '2026-10-26', slotMinutes: 45 }], calm)).toEqual({
      kind: 'later',
      minutes: 1_500,
      start: new Date('2026-10-26T00:00+01:00'),
      end: new Date('2026-10-26T00:45+01:00'),
    })
  })

  it('moves by days and keeps the time of day across a clock change [BOOK-4]', () => {
    const saturday = request('2026-10-24T12:00+02:00', '2026-10-24T13:00+02:00')
    expect(nearestFix(saturday, [{ ...open, startsOn: '2026-10-26' }], calm)).toEqual({
      kind: 'later',
      minutes: 2 * dayMinutes + 60,
      start: new Date('2026-10-26T12:00+01:00'),
      end: new Date('2026-10-26T13:00+01:00'),
    })
    expect(nearestFix(saturday, [{ ...open, startsOn: '2026-11-07' }], calm)?.start).toEqual(
      new Date('2026-11-07T12:00+01:00'),
    )
    expect(nearestFix(saturday, [{ ...open, startsOn: '2026-11-08' }], calm)).toBeNull()
  })

  it('ends a slot of a day at midnight, even on a day of 25 hours [BOOK-4]', () => {
    const over = request('2026-10-24T12:00+02:00', '2026-10-25T12:30+01:00')
    expect(nearestFix(over, [{ ...open, slotMinutes: dayMinutes }], calm)).toEqual({
      kind: 'longer',
      minutes: 690,
      start: over.start,
      end: new Date('2026-10-26T00:00+01:00'),
    })
  })

  it('takes the smallest change among several access times [BOOK-3]', () => {
    const slots = [60, 25, 45].map((slotMinutes, id) => ({ ...open, id, slotMinutes }))
    expect(nearestFix(asked('10:00', '10:50'), slots.slice(0, 1), calm)).toMatchObject({ kind: 'longer', minutes: 10 })
    expect(nearestFix(asked('10:00', '10:49'), slots, calm)).toMatchObject({ kind: 'longer', minutes: 1 })
    expect(nearestFix(asked('10:00', '10:27'), slots, calm)).toMatchObject({ kind: 'shorter', minutes: 2 })
  })

  it('does not exist if no other span helps [BOOK-3]', () => {
    expect(fix('10:00', '11:05', { mode: 'private', permitted: false })).toBeNull()
    expect(fix('10:00', '11:05', { deviceTypeIds: [99] })).toBeNull()
    expect(fix('10:00', '11:05', { licencePlateMandatory: true })).toBeNull()
    expect(fix('10:00', '11:05', { endsOn: '2026-05-03' })).toBeNull()
    expect(nearestFix(asked('10:00', '11:00'), [], calm)).toBeNull()
  })

  it('checks places only where the rules pass, and takes the next if a place is taken [BOOK-3]', () => {
    const tried: string[] = []
    const taken = (each: { start: Date }) => {
      tried.push(each.start.toISOString())
      return tried.length === 3
    }
    const found = nearestFix(asked('05:30', '06:30'), [{ ...open, ...parking }], calm, taken)
    expect(found).toEqual({ kind: 'later', minutes: 60, ...span('06:30', '07:30') })
    expect(tried).toHaveLength(3)
  })

  const anyAccessTime: fc.Arbitrary<AccessTime> = fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    mode: fc.constantFrom('public', 'private'),
    permitted: fc.boolean(),
    deviceTypeIds: fc.constantFrom([], [7]),
    startsOn: fc.constantFrom('2026-10-20', '2026-10-25', '2026-10-27'),
    endsOn: fc.constantFrom(null, '2026-10-25', '2026-10-30'),
    fullDay: fc.boolean(),
    dailyFrom: fc.constantFrom('06:00', '22:00'),
    dailyUntil: fc.constantFrom('02:30', '12:00'),
    singleDay: fc.boolean(),
    slotMinutes: fc.constantFrom(7, 15, 60, dayMinutes),
    minDurationMinutes: fc.constantFrom(-1, 50, dayMinutes),
    maxDurationMinutes: fc.constantFrom(-1, 100, dayMinutes),
    prebookMinMinutes: fc.constantFrom(0, 45, dayMinutes),
    prebookMaxMinutes: fc.constantFrom(-1, dayMinutes),
    refundUntilMinutes: fc.constant(0),
    licencePlateMandatory: fc.constant(false),
    paymentSold: fc.boolean(),
    stages: fc.constant([]),
  })

  it('passes itself, reports its change correctly, and is found in bounded work [BOOK-3]', () => {
    const circumstances: Circumstances = { now: new Date('2026-10-23T09:07:11Z'), timeZone: berlin, stage: 'hold' }
    const anyMinutes = fc.tuple(fc.integer({ min: -100, max: 5_000 }), fc.integer({ min: -30, max: 3_000 }))
    fc.assert(
      fc.property(
        fc.array(anyAccessTime, { maxLength: 30 }),
        anyMinutes,
        fc.boolean(),
        (accessTimes, [at, length], full) => {
          const start = new Date(Date.UTC(2026, 9, 23, 9) + at * minute)
          const requested = request(start, new Date(start.getTime() + length * minute))
          let asks = 0
          const found = nearestFix(requested, accessTimes, circumstances, () => ++asks > 0 && !full)
          expect(asks).toBeLessThanOrEqual(full ? 250 : 1)
          if (full) expect(found).toBeNull()
          if (!found) return
          expect(chooseAccessTime({ ...requested, ...found }, accessTimes, circumstances).ok).toBe(true)
          const startMoved = (found.start.getTime() - start.getTime()) / minute
          const endMoved = (found.end.getTime() - requested.end.getTime()) / minute
          const sign = found.kind === 'later' || found.kind === 'longer' ? 1 : -1
          const inLength = found.kind === 'longer' || found.kind === 'shorter'
          expect(sign * (inLength ? endMoved : startMoved)).toBe(found.minutes)
          expect(found.minutes).toBeGreaterThan(0)
          if (inLength) expect(startMoved).toBe(0)
          if (!inLength) expect(found.start >= circumstances.now).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })
})

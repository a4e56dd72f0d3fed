import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAccessTime, passesAccessTime } from './check-access-time.ts'
import { checkSpan } from './check-span.ts'
import { berlin, calm, dayMinutes, minute, open, request } from './testing/requests.ts'
import { type AccessTime, type BookingRequest, bookingCodes, type Circumstances } from './types.ts'

const codes = (asked: BookingRequest, accessTime: Partial<AccessTime>, circumstances: Partial<Circumstances> = {}) =>
  checkAccessTime(asked, { ...open, ...accessTime }, { ...calm, ...circumstances }).map(({ code }) => code)
const none: string[] = []
const shift = (at: string, ms: number) => new Date(new Date(at).getTime() + ms)
const tenToEleven = request('2026-05-04T10:00+02:00', '2026-05-04T11:00+02:00')

describe('a span alone', () => {
  const now = new Date('2026-05-04T10:00:59.999Z')
  it.each([
    ['at the tolerance', '2026-05-04T09:55:00.000Z', none],
    ['a millisecond before it', '2026-05-04T09:54:59.999Z', ['start-in-past']],
    ['in the future', '2026-05-04T10:01:00.000Z', none],
  ])('that starts %s [BOOK-3]', (_, start, expected) => {
    expect(checkSpan(request(start, '2026-05-05T10:00Z'), { now }).map(({ code }) => code)).toEqual(expected)
  })

  it('is tolerated for the whole minute in which it was chosen [BOOK-3]', () => {
    const asked = request('2026-05-04T09:55Z', '2026-05-05T10:00Z')
    expect(checkSpan(asked, { now: new Date('2026-05-04T10:00:59.999Z') })).toEqual([])
    expect(checkSpan(asked, { now: new Date('2026-05-04T10:01:00.000Z') })).toEqual([
      { code: 'start-in-past', field: 'start', params: {} },
    ])
  })

  it.each([
    ['a millisecond before its start', -1, 'start-after-end'],
    ['at its start', 0, 'duration-zero'],
    ['a millisecond after it', 1, undefined],
  ])('that ends %s [BOOK-3]', (_, ms, code) => {
    const start = '2026-05-04T12:00Z'
    const [refusal] = checkSpan(request(start, shift(start, ms)), { now })
    expect(refusal).toEqual(code && { code, field: 'end', params: {} })
  })

  it('gets both refusals, in order, if it is past and reversed [BOOK-3]', () => {
    const refusals = checkSpan(request('2026-05-03T12:00Z', '2026-05-03T11:00Z'), { now })
    expect(refusals.map(({ code }) => code)).toEqual(['start-in-past', 'start-after-end'])
  })
})

describe('every field of an access time, at its limit', () => {
  it.each([
    ['any type', [], none],
    ['this type among others', [3, 7], none],
    ['other types', [3, 8], ['no-access-time']],
  ])('deviceTypeIds: %s [EVT-1] [BOOK-3]', (_, deviceTypeIds, expected) => {
    expect(codes(tenToEleven, { deviceTypeIds })).toEqual(expected)
  })

  it('deviceTypeIds is reported at its own field [BOOK-3]', () => {
    const refusal = { code: 'no-access-time', field: 'deviceTypeId', params: {} }
    expect(checkAccessTime(tenToEleven, { ...open, deviceTypeIds: [3] }, calm)).toEqual([refusal])
  })

  const firstMidnight = '2026-05-04T00:00+02:00'
  it.each([
    ['at the first instant of the first day', 0, 60, none],
    ['a millisecond before it', -1, 60, ['no-access-time']],
    ['a minute before it', -minute, 60, ['no-access-time']],
  ])('startsOn: start %s [EVT-1] [BOOK-4]', (_, ms, minutes, expected) => {
    const start = shift(firstMidnight, ms)
    const asked = request(start, shift(firstMidnight, minutes * minute))
    expect(codes(asked, { startsOn: '2026-05-04', slotMinutes: 1 })).toEqual(expected)
  })

  const lastMidnight = '2026-10-26T00:00+01:00'
  it.each([
    ['at the midnight that ends the last day', 0, none],
    ['a minute before', -minute, none],
    ['a minute after', minute, ['no-access-time']],
  ])('endsOn: end %s, which has 25 hours [EVT-1] [BOOK-4]', (_, ms, expected) => {
    const asked = request('2026-10-25T00:00+02:00', shift(lastMidnight, ms))
    expect(codes(asked, { endsOn: '2026-10-25' })).toEqual(expected)
    expect(codes(asked, { endsOn: null })).toEqual(none)
  })

  it('endsOn: a millisecond into the next day is outside, at the field of the start [EVT-1]', () => {
    const asked = request('2026-10-25T00:00+02:00', shift(lastMidnight, 1))
    expect(checkAccessTime(asked, { ...open, endsOn: '2026-10-25' }, calm)[0]).toEqual({
      code: 'no-access-time',
      field: 'start',
      params: {},
    })
  })

  it.each([
    ['public', true, none],
    ['public', false, ['not-permitted-then']],
    ['private', true, none],
    ['private', false, ['not-permitted-then']],
  ] as const)('mode %s, permitted %s [EVT-1] [PRIV-2] [BOOK-3]', (mode, permitted, expected) => {
    expect(codes(tenToEleven, { mode, permitted })).toEqual(expected)
  })

  it.each([
    ['exactly the window', 0, 0, none],
    ['from a millisecond before', -1, 0, ['outside-access-time']],
    ['from a minute before', -minute, 0, ['outside-access-time']],
    ['from a minute after', minute, 0, none],
    ['until a minute before', 0, -minute, none],
    ['until a minute after', 0, minute, ['outside-access-time']],
    ['until the window of the next day', 0, dayMinutes * minute, ['outside-access-time']],
  ])('dailyFrom and dailyUntil: %s [EVT-1] [BOOK-3]', (_, from, until, expected) => {
    const asked = request(shift('2026-05-04T06:00+02:00', from), shift('2026-05-04T23:00+02:00', until))
    const window = { fullDay: false, dailyFrom: '06:00', dailyUntil: '23:00' }
    expect(codes(asked, window)).toEqual(expected)
    expect(codes(asked, { ...window, fullDay: true })).toEqual(none)
  })

  it.each([
    ['22:59:59', '2026-05-04T23:00+02:00', none],
    ['22:59:59', '2026-05-04T23:01+02:00', ['outside-access-time']],
    ['23:59:59', '2026-05-05T00:00+02:00', none],
    ['24:00:00', '2026-05-05T00:00+02:00', none],
    ['24:00:00', '2026-05-05T00:01+02:00', ['outside-access-time']],
  ])(
    'dailyUntil %s, an end of :59 seconds is the next full minute: end %s [EVT-1] [BOOK-3]',
    (dailyUntil, end, expected) => {
      const window = { fullDay: false, dailyFrom: '06:00:00', dailyUntil }
      expect(codes(request('2026-05-04T20:00+02:00', end), window)).toEqual(expected)
    },
  )

  it('a window reports its times of day [BOOK-3]', () => {
    const window = { fullDay: false, dailyFrom: '06:00', dailyUntil: '23:00' }
    const asked = request('2026-05-04T05:00+02:00', '2026-05-04T07:00+02:00')
    const params = { from: '06:00', until: '23:00' }
    expect(checkAccessTime(asked, { ...open, ...window }, calm)).toEqual([
      { code: 'outside-access-time', field: 'start', params },
    ])
  })

  it.each([
    ['before midnight', '2026-05-04T22:00+02:00', '2026-05-04T23:00+02:00', none],
    ['over midnight', '2026-05-04T22:00+02:00', '2026-05-05T06:00+02:00', none],
    ['after midnight', '2026-05-05T00:00+02:00', '2026-05-05T06:00+02:00', none],
    ['a minute too long', '2026-05-05T00:00+02:00', '2026-05-05T06:01+02:00', ['outside-access-time']],
    ['a minute too early', '2026-05-04T21:59+02:00', '2026-05-05T06:00+02:00', ['outside-access-time']],
    [
      'through the day between two windows',
      '2026-05-05T05:00+02:00',
      '2026-05-05T23:00+02:00',
      ['outside-access-time'],
    ],
    ['through the night of the long hour', '2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00', none],
    ['a minute more than it', '2026-10-24T22:00+02:00', '2026-10-25T06:01+01:00', ['outside-access-time']],
    ['through the night of the short hour', '2027-03-27T22:00+01:00', '2027-03-28T06:00+02:00', none],
    ['a minute more than it', '2027-03-27T22:00+01:00', '2027-03-28T06:01+02:00', ['outside-access-time']],
  ])('a window over midnight: %s [EVT-1] [BOOK-4]', (_, from, until, expected) => {
    expect(codes(request(from, until), { fullDay: false, dailyFrom: '22:00', dailyUntil: '06:00' })).toEqual(expected)
  })

  it.each([
    ['a whole one', '2026-05-04T08:00+02:00', '2026-05-05T08:00+02:00', none],
    ['the night half of one', '2026-05-05T00:00+02:00', '2026-05-05T08:00+02:00', none],
    ['two of them', '2026-05-04T08:00+02:00', '2026-05-05T08:01+02:00', ['outside-access-time']],
  ])('a window that ends when it begins lasts a day: %s [EVT-1]', (_, from, until, expected) => {
    expect(codes(request(from, until), { fullDay: false, dailyFrom: '08:00', dailyUntil: '08:00' })).toEqual(expected)
  })

  it.each([
    ['until midnight', '2026-10-26T00:00+01:00', none],
    ['a minute before', '2026-10-25T23:59+01:00', none],
    ['a minute after', '2026-10-26T00:01+01:00', ['not-same-day']],
  ])('singleDay: %s [EVT-1] [BOOK-3]', (_, until, expected) => {
    const asked = request('2026-10-25T00:00+02:00', until)
    expect(codes(asked, { singleDay: true })).toEqual(expected)
    expect(codes(asked, { singleDay: false })).toEqual(none)
  })

  it('singleDay is checked in the zone of the site [BOOK-4]', () => {
    const asked = request('2026-05-04T10:00Z', '2026-05-05T00:00Z')
    expect(codes(asked, { singleDay: true }, { timeZone: 'UTC' })).toEqual(none)
    expect(codes(asked, { singleDay: true })).toEqual(['not-same-day'])
    expect(codes(asked, { singleDay: true }, { timeZone: 'Asia/Tokyo' })).toEqual(['not-same-day'])
  })

  const lengths = [
    ['45 minutes', 45, '2026-10-25T01:30+02:00', '2026-10-25T02:15+02:00'],
    ['90 minutes over the doubled hour', 90, '2026-10-25T01:30+02:00', '2026-10-25T02:00+01:00'],
    ['a day that has 25 hours', dayMinutes, '2026-10-24T12:00+02:00', '2026-10-25T12:00+01:00'],
    ['a day that has 23 hours', dayMinutes, '2027-03-27T12:00+01:00', '2027-03-28T12:00+02:00'],
    ['30 days over a change', 30 * dayMinutes, '2026-10-10T12:00+02:00', '2026-11-09T12:00+01:00'],
  ] as const
  it.each(lengths)('minDurationMinutes: %s [EVT-1] [BOOK-3] [BOOK-4]', (_, minutes, start, end) => {
    const limit = { minDurationMinutes: minutes }
    expect(codes(request(start, end), limit)).toEqual(none)
    expect(codes(request(start, shift(end, minute)), limit)).toEqual(none)
    expect(codes(request(start, shift(end, -minute)), limit)).toEqual(['duration-too-short'])
    expect(codes(request(start, shift(end, -1)), limit)[0]).toBe('duration-too-short')
    expect(codes(request(start, shift(end, -minute)), { minDurationMinutes: -1 })).toEqual(none)
  })
  it.each(lengths)('maxDurationMinutes: %s [EVT-1] [BOOK-3] [BOOK-4]', (_, minutes, start, end) => {
    const limit = { maxDurationMinutes: minutes }
    expect(codes(request(start, end), limit)).toEqual(none)
    expect(codes(request(start, shift(end, -minute)), limit)).toEqual(none)
    expect(codes(request(start, shift(end, minute)), limit)).toEqual(['duration-too-long'])
    expect(codes(request(start, shift(end, 1)), limit)[0]).toBe('duration-too-long')
    expect(codes(request(start, shift(end, minute)), { maxDurationMinutes: -1 })).toEqual(none)
  })
  it.each([
    [15, '2026-05-04T10:07+02:00', '2026-05-04T11:15+02:00', none],
    [15, '2026-05-04T10:07+02:00', '2026-05-04T11:07+02:00', ['slot-mismatch']],
    [dayMinutes, '2026-05-04T10:07+02:00', '2026-05-06T00:00+02:00', none],
    [dayMinutes, '2026-05-04T12:00+02:00', '2026-05-05T12:00+02:00', ['slot-mismatch']],
  ])(
    'slotMinutes %i counts at the end, %s to %s, not from the start [EVT-1] [BOOK-3]',
    (slotMinutes, start, end, expected) => {
      expect(codes(request(start, end), { slotMinutes })).toEqual(expected)
    },
  )
  it('slotMinutes counts from the start of the daily window [EVT-1] [BOOK-3]', () => {
    const window = { fullDay: false, dailyFrom: '06:10', dailyUntil: '23:00', slotMinutes: 30 }
    expect(codes(request('2026-05-04T08:00+02:00', '2026-05-04T09:10+02:00'), window)).toEqual(none)
    expect(codes(request('2026-05-04T08:00+02:00', '2026-05-04T09:00+02:00'), window)).toEqual(['slot-mismatch'])
  })
  it('minDurationMinutes: a single minute [EVT-1] [BOOK-3]', () => {
    const until = (ms: number) => request(tenToEleven.start, new Date(tenToEleven.start.getTime() + ms))
    expect(codes(until(minute), { minDurationMinutes: 1 })).toEqual(none)
    expect(codes(until(minute - 1), { minDurationMinutes: 1 })[0]).toBe('duration-too-short')
  })
  it('lengths and slots are reported with their minutes, at the field of the end [BOOK-3]', () => {
    const limits = { minDurationMinutes: 90, slotMinutes: 50 }
    expect(checkAccessTime(tenToEleven, { ...open, ...limits }, calm)).toEqual([
      { code: 'duration-too-short', field: 'end', params: { minutes: 90 } },
      { code: 'slot-mismatch', field: 'end', params: { slotMinutes: 50 } },
    ])
    expect(checkAccessTime(tenToEleven, { ...open, maxDurationMinutes: 30 }, calm)).toEqual([
      { code: 'duration-too-long', field: 'end', params: { minutes: 30 } },
    ])
  })

  const ahead = (ms: number) => ({ now: new Date(tenToEleven.start.getTime() - ms) })
  it.each([
    [1, minute, none],
    [1, minute - 1, ['prebook-too-late']],
    [60, 60 * minute, none],
    [60, 60 * minute - 1, ['prebook-too-late']],
    [60, 61 * minute, none],
    [60, 59 * minute, ['prebook-too-late']],
    [dayMinutes, dayMinutes * minute, none],
    [dayMinutes, dayMinutes * minute - 1, ['prebook-too-late']],
    [0, 0, none],
    [0, -5 * minute, none],
    [0, -6 * minute + 1, none],
    [0, -6 * minute, ['prebook-too-late']],
  ])('prebookMinMinutes %i, booked %i ms ahead [EVT-1] [BOOK-3]', (prebookMinMinutes, ms, expected) => {
    expect(codes(tenToEleven, { prebookMinMinutes }, ahead(ms))).toEqual(expected)
  })
  it.each([
    [120, 120 * minute, none],
    [120, 120 * minute + 1, ['prebook-too-early']],
    [120, 119 * minute, none],
    [120, 121 * minute, ['prebook-too-early']],
    [0, 0, none],
    [0, 1, ['prebook-too-early']],
    [-1, 1_000_000 * minute, none],
  ])('prebookMaxMinutes %i, booked %i ms ahead [EVT-1] [BOOK-3]', (prebookMaxMinutes, ms, expected) => {
    expect(codes(tenToEleven, { prebookMaxMinutes }, ahead(ms))).toEqual(expected)
  })

  it.each([
    ['150 days, from winter to summer', 150, '2026-12-01T12:00+01:00', '2027-04-30T12:00+02:00'],
    ['150 days, from summer to winter', 150, '2026-08-01T12:00+02:00', '2026-12-29T12:00+01:00'],
    ['a day that has 25 hours', 1, '2026-10-24T12:00+02:00', '2026-10-25T12:00+01:00'],
    ['a day that has 23 hours', 1, '2027-03-27T12:00+01:00', '2027-03-28T12:00+02:00'],
  ])('prebook limits of whole days are calendar days: %s [EVT-1] [BOOK-4]', (_, days, booked, start) => {
    const asked = (ms: number) => request(shift(start, ms), shift(start, ms + 60 * minute))
    const when = { now: new Date(booked) }
    const [most, least] = [{ prebookMaxMinutes: days * dayMinutes }, { prebookMinMinutes: days * dayMinutes }]
    expect(codes(asked(0), most, when)).toEqual(none)
    expect(codes(asked(minute), most, when)).toEqual(['prebook-too-early'])
    expect(codes(asked(0), least, when)).toEqual(none)
    expect(codes(asked(-minute), least, when)).toEqual(['prebook-too-late'])
  })

  it.each([
    ['a price', [{ untilMinutes: 60, priceCents: 150 }], ['payment-not-offered']],
    ['no tariff', [], none],
    ['an hour free of charge', [{ untilMinutes: 60, priceCents: 0 }], none],
  ])('B-29: without the product PAYMENT, with %s [ADM-25]', (_, stages, expected) => {
    expect(codes(tenToEleven, { paymentSold: false, stages })).toEqual(expected)
    expect(codes(tenToEleven, { paymentSold: true, stages })).toEqual(none)
  })

  it.each([
    [true, 'finalize', null, ['licence-plate-required']],
    [true, 'finalize', ' \t ', ['licence-plate-required']],
    [true, 'finalize', 'FR HF 1', none],
    [true, 'hold', null, none],
    [false, 'finalize', null, none],
  ] as const)('licencePlateMandatory %s at %s with %j [EVT-1] [BOOK-3]', (mandatory, stage, licencePlate, expected) => {
    const asked = { ...tenToEleven, licencePlate }
    expect(codes(asked, { licencePlateMandatory: mandatory }, { stage })).toEqual(expected)
  })
})

const anyDate = fc.constantFrom('2026-10-20', '2026-10-24', '2026-10-25', '2026-10-26', '2026-11-01')
const anyTime = fc.constantFrom('00:00', '02:30', '06:00', '22:00')
const anyMinutes = fc.constantFrom(-1, 15, 60, dayMinutes, 3 * dayMinutes)
const anyAccessTime: fc.Arbitrary<AccessTime> = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  mode: fc.constantFrom('public', 'private'),
  permitted: fc.boolean(),
  deviceTypeIds: fc.constantFrom([], [7], [8]),
  startsOn: anyDate,
  endsOn: fc.option(anyDate),
  fullDay: fc.boolean(),
  dailyFrom: anyTime,
  dailyUntil: anyTime,
  singleDay: fc.boolean(),
  slotMinutes: fc.constantFrom(1, 15, 60, dayMinutes),
  minDurationMinutes: anyMinutes,
  maxDurationMinutes: anyMinutes,
  prebookMinMinutes: fc.constantFrom(0, 60, dayMinutes),
  prebookMaxMinutes: anyMinutes,
  refundUntilMinutes: fc.constant(0),
  licencePlateMandatory: fc.boolean(),
  paymentSold: fc.boolean(),
  stages: fc.constant([]),
})
const anyRequest = fc
  .tuple(fc.integer({ min: 0, max: 12 * 96 }), fc.integer({ min: 1, max: 400 }))
  .map(([at, length]) => {
    const start = Date.UTC(2026, 9, 20) + at * 15 * minute
    return request(new Date(start), new Date(start + length * 15 * minute))
  })

describe('all refusals of a request', () => {
  const circumstances: Circumstances = { now: new Date('2026-10-20T09:07Z'), timeZone: berlin, stage: 'finalize' }

  it('are reported once each, in the order of the rules; none means that it passes [BOOK-3]', () => {
    fc.assert(
      fc.property(anyRequest, anyAccessTime, (asked, accessTime) => {
        const ranks = checkAccessTime(asked, accessTime, circumstances).map(({ code }) => bookingCodes.indexOf(code))
        expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b))
        expect(passesAccessTime(asked, accessTime, circumstances)).toBe(ranks.length === 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceFor } from './booking/price.ts'
import {
  graceEnd,
  isOverstay,
  type OverstayTerms,
  openingsInGrace,
  overstayPrice,
  priceSteps,
  type StayFacts,
  takesPlaceOf,
} from './overstay.ts'

const minute = 60_000
const end = new Date('2026-11-21T14:00:00.000Z')
const at = (minutes: number) => new Date(end.getTime() + minutes * minute)
const stayed: StayFacts = {
  state: 'RESERVED',
  end,
  statusAtEnd: 'occupied',
  status: 'occupied',
  reachable: true,
  leftAt: null,
  goesOn: false,
}

describe('a stay beyond its end [CTRL-2]', () => {
  it.each<[string, Partial<StayFacts>, number, boolean]>([
    ['O-1 occupied at the end and since', {}, 0, true],
    ['a millisecond before the end', {}, -1 / minute, false],
    ['cancelled', { state: 'STORNO' }, 1, false],
    ['left before the end', { statusAtEnd: 'free' }, 1, false],
    ['left before the end, and somebody came', { statusAtEnd: 'free', status: 'occupied' }, 1, false],
    ['never reported', { statusAtEnd: null }, 1, false],
    ['left since', { status: 'free', leftAt: at(1) }, 2, false],
    ['left since, and somebody came', { leftAt: at(1) }, 2, false],
    ['silent: nobody knows', { reachable: false }, 1, false],
    ['his own follow-up runs there', { goesOn: true }, 1, false],
  ])('%s', (_what, facts, minutes, expected) => expect(isOverstay({ ...stayed, ...facts }, at(minutes))).toBe(expected))

  it.each([
    [30, 30],
    [0, 0],
    [-1, 0],
  ])('O-2 %i minutes of grace', (grace, minutes) => expect(graceEnd(end, grace)).toEqual(at(minutes)))
})

const terms: OverstayTerms = {
  stages: [
    { untilMinutes: 60, priceCents: 150 },
    { untilMinutes: 75, priceCents: 200 },
    { untilMinutes: 1_440, priceCents: 600 },
  ],
  stayStart: at(-60),
  end,
  until: at(30),
  paidCents: 150,
  timeZone: 'Europe/Berlin',
}

describe('what it costs (O-4)', () => {
  it.each<[string, number, Partial<OverstayTerms>, number]>([
    ['within five minutes nothing', 5, {}, 0],
    ['a moment later the next stage, less what is paid', 5 + 1 / minute, {}, 50],
    ['to the end of that stage', 15, {}, 50],
    ['beyond it', 15 + 1 / minute, {}, 450],
    ['never more than to the end of the grace', 900, { until: at(10) }, 50],
    ['a stage that was paid already', 10, { stayStart: at(-20) }, 0],
    ['an earlier extension was paid too', 20, { paidCents: 600 }, 0],
    ['without a tariff', 20, { stages: [], paidCents: 0 }, 0],
    ['without a grace', 20, { until: end }, 0],
  ])('%s', (_what, minutes, more, cents) => expect(overstayPrice({ ...terms, ...more }, at(minutes))).toBe(cents))

  it('is listed in steps', () => {
    expect(priceSteps(terms)).toEqual([
      { until: at(5), cents: 0 },
      { until: at(15), cents: 50 },
      { until: at(30), cents: 450 },
    ])
    expect(priceSteps({ ...terms, until: end })).toEqual([{ until: end, cents: 0 }])
  })

  it.each([
    ['an hour longer', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['an hour shorter', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
  ])('a day that is %s is one day of the tariff [T26]', (_what, from, to) => {
    const day = {
      ...terms,
      stages: [{ untilMinutes: 1_440, priceCents: 600 }],
      paidCents: 600,
      stayStart: new Date(from),
    }
    const midnight = new Date(to)
    // Due at an hour before midnight: until midnight it is still the one day that is paid.
    const late = {
      ...day,
      end: new Date(midnight.getTime() - 60 * minute),
      until: new Date(midnight.getTime() + 60 * minute),
    }
    expect([overstayPrice(late, midnight), overstayPrice(late, new Date(midnight.getTime() + 1))]).toEqual([0, 600])
  })

  it('never decreases with time, equals its steps, and adds up with the payment to the price of the stay', () => {
    const stages = fc
      .array(fc.record({ untilMinutes: fc.integer({ min: 1, max: 400 }), priceCents: fc.nat(2_000) }), { maxLength: 4 })
      .map((list) => {
        const rising = [...new Map(list.map((each) => [each.untilMinutes, each])).values()].sort(
          (a, b) => a.untilMinutes - b.untilMinutes,
        )
        let cents = 0
        return rising.map((stage) => ({ ...stage, priceCents: (cents += stage.priceCents) }))
      })
    fc.assert(
      fc.property(
        stages,
        fc.integer({ min: 1, max: 600 }),
        fc.nat(90),
        fc.nat(120),
        (list, lasted, grace, stayedFor) => {
          const stayStart = at(-lasted)
          const paidCents = priceFor(list, stayStart, end, 'Europe/Berlin')
          const own = { ...terms, stages: list, stayStart, paidCents, until: at(grace) }
          const left = at(stayedFor)
          const cents = overstayPrice(own, left)
          expect(overstayPrice(own, at(stayedFor + 1))).toBeGreaterThanOrEqual(cents)
          const step = priceSteps(own).find(({ until }) => until >= left || until.getTime() === own.until.getTime())
          expect(step?.cents).toBe(cents)
          const atMost = at(Math.min(stayedFor, grace))
          if (Math.min(stayedFor, grace) > 5)
            expect(paidCents + cents).toBe(Math.max(paidCents, priceFor(list, stayStart, atMost, 'Europe/Berlin')))
          else expect(cents).toBe(0)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('leaving late, and the next guest', () => {
  it.each([
    ['O-3 all used: one more', { used: 5, limit: 5 }, 0, { used: 5, limit: 6 }],
    ['beyond the limit: one more', { used: 7, limit: 5 }, 0, { used: 7, limit: 8 }],
    ['that one was used', { used: 6, limit: 5 }, 1, { used: 6, limit: 5 }],
    ['some are left', { used: 1, limit: 5 }, 0, { used: 1, limit: 5 }],
    ['unlimited', { used: 9, limit: -1 }, 0, { used: 9, limit: -1 }],
  ])('%s', (_what, openings, usedInGrace, expected) => expect(openingsInGrace(openings, usedInGrace)).toEqual(expected))

  it.each<[string, number, number, number, boolean]>([
    ['O-6 begins within the grace', 29, 90, 0, true],
    ['begins when the grace ends', 30, 90, 0, false],
    ['begins later, but within a quarter of an hour', 40, 90, 26, true],
    ['begins exactly a quarter of an hour later', 41, 90, 26, false],
    ['runs since the very end', 0, 60, 50, true],
    ['is over', 0, 20, 20, false],
  ])('%s', (_what, from, to, now, expected) =>
    expect(takesPlaceOf({ start: at(from), end: at(to) }, at(30), at(now))).toBe(expected),
  )
})

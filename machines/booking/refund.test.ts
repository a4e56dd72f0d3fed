import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundAfterDisplacements, refundCents, refundTerms } from './refund.ts'

const minute = 60_000
const start = new Date('2026-10-25T13:20:00Z')
const rule = (refundUntilMinutes: number, timeZone = 'UTC') => ({ refundUntilMinutes, timeZone })
const before = (ms: number) => new Date(start.getTime() - ms)

const anyPaid = fc.integer({ min: 0, max: 1_000_000 })
const anyLead = fc.oneof(fc.constantFrom(0, 1, 60, 1_440, 20_160), fc.integer({ min: 0, max: 50_000 }))
const anyNow = (lead: number) =>
  fc.oneof(
    fc.integer({ min: -5, max: 5 }).map((ms) => before(lead * minute + ms)),
    fc.integer({ min: -5, max: 5 }).map(before),
    fc.integer({ min: -minute, max: 60_000 * minute }).map(before),
  )

describe('the refund for a cancellation', () => {
  it.each([
    ['a millisecond before the lead time', 1_440, 1_440 * minute + 1, 450],
    ['at the lead time', 1_440, 1_440 * minute, 225],
    ['a millisecond after it', 1_440, 1_440 * minute - 1, 225],
    ['a millisecond before the start', 1_440, 1, 225],
    ['at the start', 1_440, 0, 0],
    ['after the start', 1_440, -1, 0],
    ['time point 0, a millisecond before the start', 0, 1, 450],
    ['time point 0, at the start', 0, 0, 0],
    ['time point 0, long before', 0, 1_000_000 * minute, 450],
  ])('%s: lead %i min, %i ms to go give %i of 450 cents [RES-5] [EVT-1]', (_, lead, ms, cents) => {
    expect(refundCents(450, rule(lead), start, before(ms))).toBe(cents)
  })

  it.each([
    ['the day that has 25 hours', '2026-10-25T11:00:00Z', '2026-10-24T10:00:00Z'],
    ['the day that has 23 hours', '2027-03-28T10:00:00Z', '2027-03-27T11:00:00Z'],
  ])('a lead of a day is a calendar day of the site: %s [RES-5] [BOOK-4]', (_, start, fullUntil) => {
    const [begins, last] = [new Date(start), new Date(fullUntil)]
    expect(refundTerms(450, rule(1_440, 'Europe/Berlin'), begins, new Date(last.getTime() - 1)).fullUntil).toEqual(last)
    const cents = (ms: number) => refundCents(450, rule(1_440, 'Europe/Berlin'), begins, new Date(last.getTime() + ms))
    expect([cents(-1), cents(0)]).toEqual([450, 225])
  })

  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [449, 225],
  ])('half of %i cents is %i: an odd cent goes to the customer [RES-5] [PAY-4]', (paid, cents) => {
    expect(refundCents(paid, rule(60), start, before(minute))).toBe(cents)
  })

  it('is never more than paid and never increases with time [RES-5] [PAY-4]', () => {
    const anyCase = fc
      .tuple(anyPaid, anyLead)
      .chain(([paid, lead]) => fc.tuple(fc.constant({ paid, lead }), anyNow(lead), anyNow(lead)))
    fc.assert(
      fc.property(anyCase, ([{ paid, lead }, one, other]) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        const first = refundCents(paid, rule(lead, 'Europe/Berlin'), start, early)
        const second = refundCents(paid, rule(lead, 'Europe/Berlin'), start, late)
        expect(first).toBeLessThanOrEqual(paid)
        expect(second).toBeLessThanOrEqual(first)
        expect(second).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the terms on the card', () => {
  it('show both amounts and both moments [RES-5]', () => {
    const halfUntil = start
    const fullUntil = before(60 * minute)
    expect(refundTerms(449, rule(60), start, before(61 * minute))).toEqual({
      fullUntil,
      fullCents: 449,
      halfUntil,
      halfCents: 225,
    })
    expect(refundTerms(449, rule(60), start, fullUntil)).toEqual({
      fullUntil: null,
      fullCents: 0,
      halfUntil,
      halfCents: 225,
    })
    expect(refundTerms(449, rule(60), start, start)).toEqual({
      fullUntil: null,
      fullCents: 0,
      halfUntil: null,
      halfCents: 0,
    })
    const untilStart = { fullUntil: start, fullCents: 449, halfUntil: null, halfCents: 0 }
    expect(refundTerms(449, rule(0), start, before(1))).toEqual(untilStart)
  })

  it('hold: a cancellation at any later moment refunds what they state for it [RES-5] [PAY-4]', () => {
    const anyCase = fc
      .tuple(anyPaid, anyLead)
      .chain(([paid, lead]) => fc.tuple(fc.constant({ paid, lead }), anyNow(lead), anyNow(lead)))
    fc.assert(
      fc.property(anyCase, ([{ paid, lead }, one, other]) => {
        const [shown, canceled] = one < other ? [one, other] : [other, one]
        const { fullUntil, fullCents, halfUntil, halfCents } = refundTerms(
          paid,
          rule(lead, 'Europe/Berlin'),
          start,
          shown,
        )
        const promised =
          fullUntil && canceled < fullUntil ? fullCents : halfUntil && canceled < halfUntil ? halfCents : 0
        expect(refundCents(paid, rule(lead, 'Europe/Berlin'), start, canceled)).toBe(promised)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a lost part of the stay', () => {
  const start = new Date('2026-11-21T10:00:00Z')
  const end = new Date('2026-11-21T14:00:00Z')
  const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
  const displacement = (from: number, until: number | null) => ({
    from: at(from),
    until: until === null ? null : at(until),
  })

  it.each<[string, { from: Date; until: Date | null }[], number, number]>([
    ['nothing is, late: half', [], -1, 500],
    ['before the start: all', [displacement(2, 3)], -0.001, 999],
    ['a quarter of the span', [displacement(2, 3)], 0, 250],
    ['to the end', [displacement(2, null)], 1, 500],
    ['twice the same hour', [displacement(1, 2), displacement(1.5, 2)], 0, 250],
    ['more than there is', [displacement(-5, 9)], 3.9, 999],
    ['none of it', [displacement(6, 9)], 1, 0],
  ])('%s [RES-5] [MAINT-2]', (_what, displacements, hours, cents) =>
    expect(refundAfterDisplacements(999, rule(1_440), { start, end }, displacements, at(hours))).toBe(cents),
  )

  it('is never refunded beyond the payment, nor below the usual refund [RES-5] [MAINT-2]', () => {
    const displacements = fc.array(
      fc.record({ from: fc.integer({ min: -9, max: 9 }), length: fc.option(fc.integer({ min: 0, max: 9 })) }),
    )
    fc.assert(
      fc.property(
        displacements,
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: -9, max: 4 }),
        (list, paid, hours) => {
          const given = list.map(({ from, length }) => displacement(from, length === null ? null : from + length))
          const back = refundAfterDisplacements(paid, rule(120), { start, end }, given, at(hours))
          expect(back).toBeLessThanOrEqual(paid)
          expect(back).toBeGreaterThanOrEqual(refundCents(paid, rule(120), start, at(hours)))
        },
      ),
    )
  })
})

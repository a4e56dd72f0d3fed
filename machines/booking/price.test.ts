import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extensionPrice, priceFor, taxOf } from './price.ts'
import type { TariffStage } from './types.ts'

const berlin = 'Europe/Berlin'
const minute = 60_000
const day = 1_440
const parking: readonly TariffStage[] = [
  { untilMinutes: 60, priceCents: 200 },
  { untilMinutes: 120, priceCents: 400 },
  { untilMinutes: day, priceCents: 1_800 },
]
const hourly: readonly TariffStage[] = [{ untilMinutes: 60, priceCents: 150 }]
const noon = new Date('2026-05-04T10:00:00Z')
const later = (start: Date, ms: number) => new Date(start.getTime() + ms)

const anyStages: fc.Arbitrary<TariffStage[]> = fc
  .array(
    fc.record({
      length: fc.oneof(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 40 }).map((days) => days * day),
      ),
      price: fc.integer({ min: 1, max: 5_000 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((steps) => {
    let untilMinutes = 0
    let priceCents = -1
    return steps.map(({ length, price }) => {
      untilMinutes += length
      priceCents += price
      return { untilMinutes, priceCents }
    })
  })
const anyStart = fc
  .integer({ min: Date.UTC(2026, 2, 1) / 1_000, max: Date.UTC(2027, 10, 1) / 1_000 })
  .map((seconds) => new Date(seconds * 1_000))
const anyLength = fc.integer({ min: 1, max: 90 * day * minute })

describe('the price of a stay', () => {
  it.each([
    ['one millisecond', 1, 200],
    ['the whole first stage', 60 * minute, 200],
    ['a millisecond more', 60 * minute + 1, 400],
    ['the whole second stage', 120 * minute, 400],
    ['a minute more', 121 * minute, 1_800],
    ['a day', day * minute, 1_800],
    ['a day and a minute', (day + 1) * minute, 2_000],
    ['a day and 61 minutes', (day + 61) * minute, 2_200],
    ['two days', 2 * day * minute, 3_600],
    ['ten days and a half', 10.5 * day * minute, 19_800],
    ['nothing', 0, 0],
    ['less than nothing', -minute, 0],
  ])('%s costs its stage, beyond the last one whole stages and the rest [BOOK-6] [EVT-1]', (_, ms, cents) => {
    expect(priceFor(parking, noon, later(noon, ms), berlin)).toBe(cents)
  })

  it('is free of charge without stages [BOOK-6]', () => {
    expect(priceFor([], noon, later(noon, 1_000 * day * minute), berlin)).toBe(0)
  })

  it.each([
    ['the short day of spring', '2027-03-27T12:00Z', 23],
    ['the long day of autumn', '2026-10-24T12:00Z', 25],
  ])('%s costs one day in a tariff of days, and not a millisecond more than it [BOOK-4] [BOOK-6]', (_, at, hours) => {
    const start = new Date(at)
    const end = later(start, hours * 60 * minute)
    const days = [{ untilMinutes: day, priceCents: 1_800 }]
    expect(priceFor(days, start, end, berlin)).toBe(1_800)
    expect(priceFor(days, start, later(end, 1), berlin)).toBe(3_600)
  })

  it.each([
    ['the short day of spring', '2027-03-27T12:00Z', 23, 1_800],
    ['an hour more than it', '2027-03-27T12:00Z', 24, 1_800],
    ['the long day of autumn', '2026-10-24T12:00Z', 25, 2_000],
    ['an hour less than it', '2026-10-24T12:00Z', 24, 1_800],
  ])('%s costs what it lasts in a tariff with hours [BOOK-4] [BOOK-6]', (_, at, hours, cents) => {
    const start = new Date(at)
    expect(priceFor(parking, start, later(start, hours * 60 * minute), berlin)).toBe(cents)
  })

  it('counts elapsed hours in both nights of a clock change [BOOK-4] [BOOK-6]', () => {
    for (const night of ['2026-10-25T00:00Z', '2027-03-28T00:00Z']) {
      const start = new Date(night)
      expect(priceFor(hourly, start, later(start, 3 * 60 * minute), berlin)).toBe(450)
      expect(priceFor(hourly, start, later(start, 3 * 60 * minute + 1), berlin)).toBe(600)
    }
  })

  it('counts whole last stages of hours as elapsed time, even if they add up to a day [BOOK-4] [BOOK-6]', () => {
    const halfDays = [{ untilMinutes: 12 * 60, priceCents: 500 }]
    for (const night of ['2026-10-24T10:00Z', '2027-03-27T11:00Z']) {
      const start = new Date(night)
      expect(priceFor(halfDays, start, later(start, 24 * 60 * minute), berlin)).toBe(1_000)
      expect(priceFor(halfDays, start, later(start, 24 * 60 * minute + 1), berlin)).toBe(1_500)
      expect(priceFor(halfDays, start, later(start, 36 * 60 * minute), berlin)).toBe(1_500)
    }
  })

  it('never decreases with the length of the stay, in any zone, across any clock change [BOOK-6]', () => {
    fc.assert(
      fc.property(
        anyStages,
        anyStart,
        anyLength,
        anyLength,
        fc.constantFrom(berlin, 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
        (stages, start, one, other, zone) => {
          const [short, long] = one < other ? [one, other] : [other, one]
          const cents = priceFor(stages, start, later(start, short), zone)
          expect(cents).toBeLessThanOrEqual(priceFor(stages, start, later(start, long), zone))
          expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('equals a sum stage by stage in UTC [BOOK-6]', () => {
    fc.assert(
      fc.property(anyStages, anyStart, fc.integer({ min: 1, max: 30 * day }), (stages, start, minutes) => {
        const last = stages[stages.length - 1]!
        let left = minutes
        let cents = 0
        while (left > last.untilMinutes) {
          left -= last.untilMinutes
          cents += last.priceCents
        }
        cents += stages.filter((stage) => stage.untilMinutes >= left)[0]!.priceCents
        expect(priceFor(stages, start, later(start, minutes * minute), 'UTC')).toBe(cents)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the price of an extension', () => {
  it.each([
    ['within the paid stage', 60, 200, 0],
    ['into the next stage', 61, 200, 200],
    ['into the day', 121, 200, 1_600],
    ['of a stay that cost more under an older tariff', 61, 500, 0],
    ['of a stay that was free', 60, 0, 200],
  ])('%s is the whole stay less what is paid [RES-3] [BOOK-6]', (_, minutes, paid, cents) => {
    expect(extensionPrice(parking, noon, later(noon, minutes * minute), paid, berlin)).toBe(cents)
  })

  it('is the same in any number of steps [BOOK-6]', () => {
    fc.assert(
      fc.property(anyStages, anyStart, fc.array(anyLength, { minLength: 1, maxLength: 5 }), (stages, start, ends) => {
        ends.sort((a, b) => a - b)
        let paid = 0
        for (const end of ends) paid += extensionPrice(stages, start, later(start, end), paid, berlin)
        expect(paid).toBe(priceFor(stages, start, later(start, ends[ends.length - 1]!), berlin))
      }),
    )
  })
})

describe('the tax in a price', () => {
  it.each([
    [11_900, 19, 1_900],
    [119, 19, 19],
    [450, 19, 72],
    [1, 100, 1],
    [3, 100, 2],
    [101, 0, 0],
    [0, 19, 0],
    [10_770, 7.7, 770],
    [10_255, 2.55, 255],
    [10_810, 8.1, 810],
    [-450, 19, -72],
    [-1, 100, -1],
    [-1, 19, 0],
  ])('%i cents at %f %% hold %i cents of tax, half a cent rounded up [PAY-6]', (gross, rate, taxCents) => {
    expect(taxOf(gross, rate)).toEqual({ netCents: gross - taxCents, taxCents })
  })

  it('sums with the net amount to the price, and is the nearest whole cent [PAY-4] [PAY-6]', () => {
    const anyRate = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), anyRate, (gross, hundredths) => {
        const { netCents, taxCents } = taxOf(gross, hundredths / 100)
        expect(netCents + taxCents).toBe(gross)
        const exact = BigInt(gross) * BigInt(hundredths)
        const doubled = 2n * (BigInt(taxCents) * BigInt(10_000 + hundredths) - exact)
        expect(doubled > -BigInt(10_000 + hundredths) && doubled <= BigInt(10_000 + hundredths)).toBe(true)
        expect(taxOf(-gross, hundredths / 100).taxCents + taxCents).toBe(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses fractions of cents', () => {
    expect(() => taxOf(1.5, 19)).toThrow(RangeError)
    expect(() => taxOf(Number.NaN, 19)).toThrow(RangeError)
  })
})

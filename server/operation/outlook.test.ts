import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlookOf, together } from './outlook.ts'

const now = new Date('2026-03-31T12:00:00Z')
const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000)
const grown = { bytes: 400, samples: [300, 330, 360].map((bytes, at) => ({ day: day(30 - at * 10), bytes })), now }

describe('the outlook [GW-5]', () => {
  it.each([
    ['without a span it goes on', { ...grown, spanDays: null, oldest: null }, [100 / 30, 30, 365]],
    [
      'with a span it goes on until its oldest data are so old',
      { ...grown, spanDays: 100, oldest: ago(60) },
      [100 / 30, 30, 40],
    ],
    ['full, it stays as it is', { ...grown, spanDays: 100, oldest: ago(100) }, [100 / 30, 0, 0]],
    ['empty, it has its whole span before it', { ...grown, spanDays: 90, oldest: null }, [100 / 30, 30, 90]],
    [
      'what was deleted between is not growth',
      {
        bytes: 200,
        samples: [
          { day: day(2), bytes: 300 },
          { day: day(1), bytes: 100 },
        ],
        now,
        spanDays: null,
        oldest: null,
      },
      [50, 30, 365],
    ],
  ])('%s', (_, wanted, [perDay = 0, in30 = 0, in365 = 0]) => {
    const found = outlookOf(wanted)
    expect(found.growthPerDay).toBe(Math.round(perDay))
    expect(found.in30Days).toBe(wanted.bytes + Math.round(perDay) * in30)
    expect(found.in365Days).toBe(wanted.bytes + Math.round(perDay) * in365)
  })

  it('is unknown before the second day', () => {
    const unknown = { growthPerDay: null, in30Days: null, in365Days: null }
    expect(outlookOf({ ...grown, samples: [{ day: day(0), bytes: 1 }], spanDays: null, oldest: null })).toEqual(unknown)
    expect(together([unknown], [7])).toEqual(unknown)
    expect(together([unknown, outlookOf({ ...grown, spanDays: null, oldest: null })], [7, 400])).toEqual({
      growthPerDay: 3,
      in30Days: 7 + 400 + 90,
      in365Days: 7 + 400 + 3 * 365,
    })
  })

  it('never shrinks; a longer span never needs less', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 0, max: 700 }),
        (bytes, sizes, spanDays, age) => {
          const samples = sizes.map((size, at) => ({ day: day(sizes.length - at), bytes: size }))
          const of = (days: number) =>
            outlookOf({ bytes, samples, spanDays: days, oldest: ago(age), now }).in365Days ?? 0
          expect(of(spanDays)).toBeGreaterThanOrEqual(bytes)
          expect(of(spanDays + 30)).toBeGreaterThanOrEqual(of(spanDays))
        },
      ),
    )
  })
})

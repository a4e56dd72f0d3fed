import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceFor } from '../../machines/booking/price.ts'
import { type ExtensionTerms, extensionRefusal, nearestEnd, priceOfExtension } from './extension-terms.ts'

const hourMs = 3_600_000
const timeZone = 'Europe/Berlin'
/** The night before the clocks go back, so that stays run across the change. */
const begin = new Date('2026-10-24T10:00:00Z')
const later = (minutes: number) => new Date(begin.getTime() + minutes * 60_000)
const stages = [
  { untilMinutes: 60, priceCents: 150 },
  { untilMinutes: 1_440, priceCents: 600 },
]

const terms = (
  stay: { minutes: number; slot: number; most: number; paidCents?: number },
  daily: { from: string; until: string } | null = null,
): ExtensionTerms => ({
  own: {
    typeId: 1,
    timeZone,
    start: begin,
    end: later(stay.minutes),
    now: later(0),
    licencePlate: null,
    rules: { stages },
  } as unknown as ExtensionTerms['own'],
  chain: { start: begin, paidCents: stay.paidCents ?? 0 },
  accessTime: {
    id: 1,
    mode: 'public',
    permitted: true,
    deviceTypeIds: [],
    startsOn: '2026-01-01',
    endsOn: null,
    fullDay: daily === null,
    dailyFrom: daily?.from ?? null,
    dailyUntil: daily?.until ?? null,
    singleDay: false,
    slotMinutes: stay.slot,
    minDurationMinutes: -1,
    maxDurationMinutes: stay.most,
    prebookMinMinutes: 600,
    prebookMaxMinutes: 0,
    refundUntilMinutes: 0,
    licencePlateMandatory: true,
    paymentSold: true,
    stages,
  } as unknown as NonNullable<ExtensionTerms['accessTime']>,
  refusal: null,
})

describe('the nearest other end', () => {
  it('always passes, lies after the current end, and within the free time [RES-4]', () => {
    fc.assert(
      fc.property(
        fc.record({
          slots: fc.integer({ min: 1, max: 30 }),
          slot: fc.constantFrom(15, 20, 60, 90),
          most: fc.constantFrom(-1, 600, 1_440, 2_880),
          request: fc.integer({ min: 1, max: 3_000 }),
          free: fc.option(fc.integer({ min: 0, max: 3_000 })),
          window: fc.option(fc.constantFrom({ from: '06:00', until: '22:00' }, { from: '11:00', until: '09:00' })),
        }),
        ({ slots, slot, most, request, free, window }) => {
          const stay = terms({ minutes: slots * slot, slot, most }, window)
          const end = later(slots * slot + request)
          const freeUntil = free === null ? null : later(slots * slot + free)
          const nearest = nearestEnd(stay, end, freeUntil)
          if (nearest === null) return
          expect(extensionRefusal(stay, nearest.end)).toBeNull()
          expect(nearest.end.getTime()).toBeGreaterThan(stay.own.end.getTime())
          expect(nearest.end.getTime()).not.toBe(end.getTime())
          if (freeUntil) expect(nearest.end.getTime()).toBeLessThanOrEqual(freeUntil.getTime())
          expect(nearest.kind).toBe(nearest.end < end ? 'shorter' : 'longer')
        },
      ),
    )
  })

  it('is the longest of the shorter ones, compared with a search by minutes [RES-4]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(15, 20, 60),
        fc.constantFrom(-1, 600),
        fc.integer({ min: 1, max: 900 }),
        fc.option(fc.integer({ min: 0, max: 900 })),
        (slot, most, request, free) => {
          const stay = terms({ minutes: slot, slot, most })
          const fits = (minutes: number) =>
            extensionRefusal(stay, later(slot + minutes)) === null && (free === null || minutes <= free)
          const tried = Array.from({ length: request - 1 }, (_, n) => request - 1 - n).find(fits)
          const nearest = nearestEnd(stay, later(slot + request), free === null ? null : later(slot + free))
          if (tried === undefined) expect(nearest?.kind).not.toBe('shorter')
          else expect(nearest?.end).toEqual(later(slot + tried))
        },
      ),
    )
  })

  it('keeps the daily window over the night in which the clocks go back [RES-4]', () => {
    // From noon to eleven the next day is 23 hours by the clock, and 24 hours of duration.
    const stay = terms({ minutes: 60, slot: 60, most: -1 }, { from: '12:00', until: '11:00' })
    expect(extensionRefusal(stay, later(24 * 60))).toBeNull()
    expect(extensionRefusal(stay, later(25 * 60))).toMatchObject({ code: 'outside-access-time', field: 'end' })
    expect(nearestEnd(stay, later(26 * 60), null)).toMatchObject({ kind: 'shorter', minutes: 120, end: later(24 * 60) })
  })
})

describe('an extension', () => {
  it('costs the same in steps and at once, and never gives money back [RES-4] [PAY-1]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 6 }), (steps) => {
        let minutes = 60
        let paidCents = 150
        for (const step of steps) {
          const price = priceOfExtension(terms({ minutes, slot: 15, most: -1, paidCents }), later(minutes + step))
          expect(price).toBeGreaterThanOrEqual(0)
          paidCents += price
          minutes += step
        }
        expect(paidCents).toBe(priceFor(stages, begin, later(minutes), timeZone))
      }),
    )
  })

  it('ignores booking times and the past, but requires an end after the current one [RES-4] [BOOK-3]', () => {
    const running = terms({ minutes: 120, slot: 60, most: -1 })
    const now = { ...running, own: { ...running.own, now: new Date(begin.getTime() + hourMs) } }
    expect(extensionRefusal(now, later(180))).toBeNull()
    expect(extensionRefusal(now, later(120))?.code).toBe('duration-zero')
    expect(extensionRefusal(now, later(60))?.code).toBe('start-after-end')
    expect(extensionRefusal({ ...now, accessTime: null }, later(180))?.code).toBe('no-access-time')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endsOnSlot, type SlotRules, slotEndAfter, slotEndBefore } from './slots.ts'
import { berlin, dayMinutes } from './testing/requests.ts'

const rules = (slotMinutes: number, dailyFrom: string | null = null): SlotRules => ({
  slotMinutes,
  fullDay: dailyFrom === null,
  dailyFrom,
})
const at = (text: string) => new Date(`2026-${text}`)

describe('ends of slots', () => {
  it.each([
    ['a quarter of an hour', 15, null, '05-04T10:45+02:00', true],
    ['between two quarters', 15, null, '05-04T10:50+02:00', false],
    ['a second past a quarter', 15, null, '05-04T10:45:01+02:00', false],
    ['seven hours from midnight', 420, null, '05-04T14:00+02:00', true],
    ['seven hours from another start', 420, null, '05-04T17:00+02:00', false],
    ['the end of the day, though the last slot is short', 420, null, '05-05T00:00+02:00', true],
    ['half hours from a window that starts at 06:10', 30, '06:10', '05-04T10:40+02:00', true],
    ['half hours from midnight instead', 30, '06:10', '05-04T10:30+02:00', false],
    ['after midnight in a window that began the day before', 120, '21:00', '05-05T03:00+02:00', true],
    ['counted from midnight instead', 120, '21:00', '05-05T04:00+02:00', false],
    ['midnight for slots of a day', dayMinutes, null, '05-05T00:00+02:00', true],
    ['noon for slots of a day', dayMinutes, null, '05-05T12:00+02:00', false],
    ['the start of the window for slots of a day', dayMinutes, '08:00', '05-05T08:00+02:00', true],
    ['midnight for slots of two days', 2 * dayMinutes, null, '05-05T00:00+02:00', true],
    ['the first of two half past two', 30, null, '10-25T02:30+02:00', true],
    ['the second of two half past two', 30, null, '10-25T02:30+01:00', true],
    ['the hour after the skipped one', 60, null, '03-29T03:00+02:00', true],
  ] as const)('%s [BOOK-3] [BOOK-4]', (_, slotMinutes, from, end, expected) => {
    expect(endsOnSlot(at(end), rules(slotMinutes, from), berlin)).toBe(expected)
  })

  it('stay within their pass of a repeated hour [BOOK-4]', () => {
    const moment = at('10-25T02:37+01:00')
    expect(slotEndBefore(moment, rules(15), berlin)).toEqual(at('10-25T02:30+01:00'))
    expect(slotEndAfter(moment, rules(15), berlin)).toEqual(at('10-25T02:45+01:00'))
  })

  it('continue by the clock after a skipped hour [BOOK-4]', () => {
    expect(slotEndAfter(at('03-29T01:50+01:00'), rules(15), berlin)).toEqual(at('03-29T03:00+02:00'))
    expect(slotEndBefore(at('03-29T03:10+02:00'), rules(120), berlin)).toEqual(at('03-29T03:00+02:00'))
  })

  it('include an end itself as the last at or before it; the next is later [BOOK-3]', () => {
    const end = at('05-04T10:45+02:00')
    expect(slotEndBefore(end, rules(15), berlin)).toEqual(end)
    expect(slotEndAfter(end, rules(15), berlin)).toEqual(at('05-04T11:00+02:00'))
  })

  it('are found on both sides of any moment [BOOK-3] [BOOK-4]', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 2, 28), max: Date.UTC(2026, 9, 27) }).map((ms) => new Date(ms))
    const slot = fc.constantFrom(1, 5, 15, 30, 45, 60, 420, dayMinutes)
    const from = fc.constantFrom(null, '06:00', '21:10', '02:30')
    fc.assert(
      fc.property(moment, slot, from, (when, slotMinutes, dailyFrom) => {
        const given = rules(slotMinutes, dailyFrom)
        const [down, up] = [slotEndBefore(when, given, berlin), slotEndAfter(when, given, berlin)]
        expect(down.getTime()).toBeLessThanOrEqual(when.getTime())
        expect(up.getTime()).toBeGreaterThan(when.getTime())
        expect(endsOnSlot(up, given, berlin) || skipped(up)).toBe(true)
        expect(endsOnSlot(down, given, berlin) || skipped(down)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** An end in the skipped hour becomes the one after the gap, where no slot need end. */
const skipped = (end: Date) => end.toISOString().startsWith('2026-03-29T01:')

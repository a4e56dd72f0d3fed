import { describe, expect, it } from 'vitest'
import { firstDraft, problemOf, spanOf, tomorrowMorning } from './draft.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-10-24T12:34:56.000Z')
const iso = ({ start, end }: ReturnType<typeof spanOf>) => [start.toISOString(), end?.toISOString() ?? null]

describe('the span of a draft', () => {
  it('begins with the current minute by default [MAINT-1]', () => {
    expect(iso(spanOf(firstDraft, now, zone))).toEqual(['2026-10-24T12:34:00.000Z', '2026-10-24T16:34:00.000Z'])
    expect(problemOf(spanOf(firstDraft, now, zone), now, zone)).toBeNull()
  })

  it('counts days and weeks by the calendar of the site, across a clock change [MAINT-1]', () => {
    const day = spanOf({ begin: null, until: { kind: 'length', length: '1d' } }, now, zone)
    expect(day.end?.toISOString()).toBe('2026-10-25T13:34:00.000Z')
    const spring = Date.parse('2027-03-27T23:30:00.000Z')
    const week = spanOf({ begin: spring, until: { kind: 'length', length: '1w' } }, now, zone)
    expect(week.end?.toISOString()).toBe('2027-04-03T22:30:00.000Z')
  })

  it('may have no end [MAINT-1]', () => {
    const span = spanOf({ begin: null, until: { kind: 'open' } }, now, zone)
    expect(span.end).toBeNull()
    expect(problemOf(span, now, zone)).toBeNull()
  })

  it.each([
    ['empty', now, now],
    ['empty', now + 60_000, now],
    ['past', now - 301_000, now + 60_000],
    [null, now - 299_000, now + 60_000],
    ['long', now, Date.parse('2031-10-24T12:35:00.000Z')],
    [null, now, Date.parse('2031-10-24T11:00:00.000Z')],
  ] as const)('is refused before the server has to: %s', (problem, begin, at) => {
    expect(problemOf(spanOf({ begin, until: { kind: 'at', at } }, now, zone), now, zone)).toBe(problem)
  })

  it('offers the next morning by the clock of the site', () => {
    expect(tomorrowMorning(now, zone).toISOString()).toBe('2026-10-25T05:00:00.000Z')
    expect(tomorrowMorning(Date.parse('2026-10-25T22:30:00.000Z'), zone).toISOString()).toBe('2026-10-26T05:00:00.000Z')
  })
})

import { describe, expect, it } from 'vitest'
import { formatMoment, formatSpan } from './format.ts'

const berlin = 'Europe/Berlin'
const [first, second] = [new Date('2026-10-25T00:30:00Z'), new Date('2026-10-25T01:30:00Z')]

describe('times in messages', () => {
  it('name the zone in the hour that occurs twice, and only then [BOOK-4] [NOTE-1]', () => {
    expect(formatMoment(first, 'de', berlin)).toMatch(/02:30 MESZ$/)
    expect(formatMoment(second, 'de', berlin)).toMatch(/02:30 MEZ$/)
    expect(formatMoment(new Date('2026-10-25T02:30:00Z'), 'de', berlin)).toMatch(/03:30$/)
  })

  it('name both zones of a span over the night in which clocks go back [BOOK-4] [NOTE-1]', () => {
    expect(formatSpan(first, second, 'de', berlin)).toMatch(/02:30 MESZ – .+02:30 MEZ$/)
    expect(formatSpan(new Date('2026-11-21T12:00:00Z'), new Date('2026-11-21T14:00:00Z'), 'en', berlin)).toMatch(
      /^Sat,? 21\/11\/2026, 13:00–15:00 CET$/,
    )
  })
})

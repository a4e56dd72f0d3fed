import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, instantOf } from './local-time.ts'

const berlin = 'Europe/Berlin'
const now = Date.parse('2026-03-28T12:30:40.000Z')
const iso = (text: string) => new Date(text)

describe('the fields', () => {
  it('write the clock of the site, and read it back [BOOK-4]', () => {
    expect(fieldsOf(iso('2026-07-01T22:05:00Z'), berlin)).toEqual({ date: '2026-07-02', time: '00:05' })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000 }),
        fc.constantFrom(berlin, 'America/New_York', 'UTC'),
        (later, zone) => {
          const at = new Date(Date.parse('2026-03-28T12:30:00.000Z') + later * 60_000)
          const { date, time } = fieldsOf(at, zone)
          const back = instantOf(date, time, zone, now)
          // Of an hour that comes twice the first is meant.
          expect([0, 3_600_000]).toContain(at.getTime() - (back?.getTime() ?? 0))
        },
      ),
    )
  })

  it('that are not complete are no moment, nor are days that do not exist or lie too far away', () => {
    for (const [date, time] of [
      ['', '10:00'],
      ['2026-04-01', ''],
      ['2026-02-31', '10:00'],
      ['2096-04-01', '10:00'],
      ['0002-04-01', '10:00'],
    ] as const)
      expect(instantOf(date, time, berlin, now), `${date} ${time}`).toBe(null)
  })
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldOf, momentOfField, momentsShown, plannable } from './wall.ts'

const berlin = 'Europe/Berlin'
const now = Date.parse('2026-03-28T12:30:40.000Z')

it('fields show the clock of the site, and read it back [BOOK-4]', () => {
  expect(fieldOf(Date.parse('2026-07-01T22:05:00Z'), berlin)).toBe('2026-07-02T00:05')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500_000 }),
      fc.constantFrom(berlin, 'America/New_York', 'UTC'),
      (later, zone) => {
        const at = Date.parse('2026-03-28T12:30:00.000Z') + later * 60_000
        const back = momentOfField(fieldOf(at, zone), zone)
        // Of an hour that comes twice the first is meant.
        expect([0, 3_600_000]).toContain(at - (back ?? 0))
      },
    ),
  )
})

it('what is no day and time is no moment', () => {
  for (const field of ['', '2026-04-01', 'T10:00', '2026-04-01T25:00'])
    expect(momentOfField(`${field}${field.includes('T') ? '' : 'T'}`, berlin), field).toBe(null)
})

it('nothing is planned further away than ten years, or a year ago', () => {
  const { min, max } = plannable(now, berlin)
  expect([min, max].map((at) => fieldOf(at, berlin))).toEqual(['2025-03-27T13:30', '2036-03-28T13:30'])
})

it('of an hour that occurs twice both moments are offered, in their order; of any other time one', () => {
  const first = Date.parse('2026-10-25T00:30:00Z')
  const second = Date.parse('2026-10-25T01:30:00Z')
  for (const each of [first, second]) expect(momentsShown(each, berlin)).toEqual([first, second])
  const lordHowe = [Date.parse('2026-04-04T14:45:00Z'), Date.parse('2026-04-04T15:15:00Z')]
  expect(momentsShown(lordHowe[1] ?? 0, 'Australia/Lord_Howe')).toEqual(lordHowe)
  for (const at of ['2026-10-24T23:59:00Z', '2026-10-25T02:00:00Z', '2026-03-29T01:00:00Z'])
    expect(momentsShown(Date.parse(at), berlin), at).toEqual([Date.parse(at)])
})

import { expect, it } from 'vitest'
import { joinDays, type PreviewDay } from './preview-days.ts'

const zone = 'Europe/Berlin'
const open = (date: string, from: string, offset = '+01:00'): PreviewDay => ({
  date,
  bookable: {
    firstStart: new Date(`${date}T${from}${offset}`).toISOString(),
    lastStart: new Date(`${date}T20:00${offset}`).toISOString(),
    shortest: { minutes: 60, priceCents: 150 },
    longest: { minutes: 120, priceCents: 300 },
  },
  closedBy: null,
})
const closed = (date: string, minutes: number): PreviewDay => ({
  date,
  bookable: null,
  closedBy: { code: 'prebook-too-early', params: { minutes } },
})
const joined = (days: readonly PreviewDay[]) => joinDays(days, zone).map(({ first, last }) => [first.date, last.date])

it('joins days with the same times of day and prices, also over a change of clocks', () => {
  expect(
    joined([
      open('2026-10-23', '10:00', '+02:00'),
      open('2026-10-24', '08:00', '+02:00'),
      open('2026-10-25', '08:00'),
      open('2026-10-26', '08:00'),
    ]),
  ).toEqual([
    ['2026-10-23', '2026-10-23'],
    ['2026-10-24', '2026-10-26'],
  ])
})

it('joins days that the same rule closes, and no others', () => {
  expect(joined([closed('2026-11-01', 60), closed('2026-11-02', 60), closed('2026-11-03', 90)])).toEqual([
    ['2026-11-01', '2026-11-02'],
    ['2026-11-03', '2026-11-03'],
  ])
})

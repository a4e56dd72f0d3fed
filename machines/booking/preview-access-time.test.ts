import { describe, expect, it } from 'vitest'
import { checkAccessTime } from './check-access-time.ts'
import { previewAccessTime } from './preview-access-time.ts'
import { berlin, open, request } from './testing/requests.ts'
import type { AccessTime } from './types.ts'

const now = new Date('2026-10-20T12:00+02:00')
const preview = (more: Partial<AccessTime>, types: readonly number[] = [7]) =>
  previewAccessTime({ ...open, slotMinutes: 15, ...more }, types, { now, timeZone: berlin })
const codes = (more: Partial<AccessTime>, types?: readonly number[]) =>
  preview(more, types).map(({ closedBy }) => closedBy?.code ?? 'open')
const all = (code: string) => Array.from({ length: 14 }, () => code)

describe('the preview of an access time', () => {
  it('shows the daily window, across a clock change too [ADM-11]', () => {
    const days = preview({ fullDay: false, dailyFrom: '08:00', dailyUntil: '24:00' })
    expect(days.map(({ date }) => date).slice(4, 7)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
    expect(days[5]?.bookable).toMatchObject({
      firstStart: new Date('2026-10-25T08:00+01:00'),
      lastStart: new Date('2026-10-25T23:45+01:00'),
      longest: { minutes: 960 },
    })
  })

  it('names the rule that closes a day [ADM-11]', () => {
    expect(codes({ startsOn: '2026-10-22', endsOn: '2026-10-23' })).toEqual([
      'no-access-time',
      'no-access-time',
      'open',
      'open',
      ...all('no-access-time').slice(4),
    ])
    expect(codes({ deviceTypeIds: [8] })).toEqual(all('no-access-time'))
    const window = { fullDay: false, dailyFrom: '08:00', dailyUntil: '10:00', singleDay: true }
    expect(codes({ ...window, minDurationMinutes: 180 })).toEqual(all('outside-access-time'))
    expect(codes({ prebookMinMinutes: 2_880 }).slice(0, 3)).toEqual(['prebook-too-late', 'prebook-too-late', 'open'])
    expect(codes({ prebookMaxMinutes: 60 })).toEqual(['open', ...all('prebook-too-early').slice(1)])
  })

  it('shows only stays that the rules permit, with their price [ADM-11] [BOOK-3]', () => {
    const stages = [{ untilMinutes: 60, priceCents: 150 }]
    const accessTime = { ...open, slotMinutes: 60, minDurationMinutes: 60, maxDurationMinutes: 240, stages }
    for (const { bookable } of preview(accessTime)) {
      if (!bookable) throw new Error('closed')
      const { firstStart, shortest, longest } = bookable
      for (const { minutes, priceCents } of [shortest, longest]) {
        const asked = request(firstStart, new Date(firstStart.getTime() + minutes * 60_000))
        expect(checkAccessTime(asked, accessTime, { now, timeZone: berlin, stage: 'hold' })).toEqual([])
        expect(priceCents).toBe(150 * Math.ceil(minutes / 60))
      }
    }
  })
})

import { describe, expect, it } from 'vitest'
import { endingOf, endMoment, progressOf, statusOf } from './period-status.ts'
import { periodOf } from './testing/views.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)

describe('the status of a period', () => {
  it.each([
    ['before its start', periodOf(), '11:59', 'planned'],
    ['at its start', periodOf(), '12:00', 'active'],
    ['before its end', periodOf(), '13:59', 'active'],
    ['at its end', periodOf(), '14:00', 'over'],
    ['indefinite', periodOf({ end: null }), '23:00', 'active'],
    ['ended early', periodOf({ revokedAt: '2026-11-21T12:30:00.000Z' }), '12:45', 'over'],
    ['taken back', periodOf({ revokedAt: '2026-11-20T12:30:00.000Z' }), '11:00', 'over'],
  ] as const)('is told by the clock: %s [MAINT-1]', (_name, period, now, standing) => {
    expect(statusOf(period, at(now))).toBe(standing)
  })

  it('says how it ended, and when [MAINT-1]', () => {
    const early = periodOf({ revokedAt: '2026-11-21T12:30:00.000Z' })
    expect(endingOf(early)).toBe('early')
    expect(endMoment(early)).toBe(early.revokedAt)
    expect(endMoment(periodOf({ end: null, revokedAt: early.revokedAt }))).toBe(early.revokedAt)
    expect(endingOf(periodOf({ revokedAt: '2026-11-21T11:00:00.000Z' }))).toBe('taken-back')
    expect(endingOf(periodOf())).toBe('by-time')
    expect(endMoment(periodOf())).toBe(periodOf().end)
    expect(endMoment(periodOf({ end: null }))).toBeNull()
  })
})

it('counts handled reservations', () => {
  const counts = { pending: 3, rebooked: 5, notMoved: 1, lostAccess: 1, canceled: 0, restored: 0 }
  expect(progressOf({ counts })).toEqual({ total: 10, done: 7 })
})

import { describe, expect, it } from 'vitest'
import { lastTryAt, periodSpan } from './period-span.ts'
import { type DueRow, nextTry, verdictOf } from './verdict.ts'

const now = new Date('2026-10-25T00:30:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const row = (more: Partial<DueRow>): DueRow => ({
  outcome: 'pending',
  tries: 1,
  lastTryAt: minutes(30),
  state: 'RESERVED',
  start: minutes(90),
  end: minutes(150),
  scope: 'device',
  revoked: false,
  covered: true,
  ...more,
})
const waiting = { outcome: 'not-moved' } as const

describe('the verdict on a due reservation', () => {
  it.each<[string, Partial<DueRow>, string]>([
    ['cancelled meanwhile', { state: 'STORNO', revoked: true }, 'canceled'],
    ['period taken back', { revoked: true, start: minutes(-1) }, 'restored'],
    ['period taken back while he waits', { ...waiting, revoked: true }, 'restored'],
    ['lost, and nothing changed', { outcome: 'lost-access' }, 'settled'],
    ['moved already', { outcome: 'rebooked' }, 'settled'],
    ['stands elsewhere', { covered: false }, 'elsewhere'],
    ['over', { start: minutes(-60), end: now }, 'over'],
    ['begins at this moment', { start: now }, 'lost'],
    ['began while he waited', { ...waiting, start: now }, 'give-up'],
    ['planned without a place', {}, 'stays'],
    ['never looked for', { tries: 0 }, 'look'],
    ['never looked for, of a closed site', { tries: 0, scope: 'site' }, 'stays'],
    ['waits', waiting, 'look'],
    ['waits, of a closed zone', { ...waiting, scope: 'zone' }, 'give-up'],
    ['waits, the last time', { ...waiting, lastTryAt: now }, 'look'],
    ['waits, the last time a minute late', { ...waiting, lastTryAt: minutes(-1) }, 'look'],
    ['waits, the last time later than that', { ...waiting, lastTryAt: new Date(minutes(-1).getTime() - 1) }, 'give-up'],
    ['waits for nothing', { ...waiting, lastTryAt: null }, 'give-up'],
  ])('%s [MAINT-2]', (_, more, verdict) => {
    expect(verdictOf(row(more), now)).toBe(verdict)
  })

  it('is to search every ten minutes, the last time at its deadline, and not afterwards [MAINT-2]', () => {
    expect(nextTry(minutes(30), now)).toEqual(minutes(10))
    expect(nextTry(minutes(4), now)).toEqual(minutes(4))
    expect(nextTry(now, now)).toBeNull()
    expect(nextTry(null, now)).toBeNull()
  })
})

describe('spans', () => {
  // In Berlin this hour occurs twice on 25 October 2026 and not at all on 28 March 2027: minutes are elapsed time.
  it.each<[string, string, number, number, string | null]>([
    ['before both meet', '2026-10-25T01:30:00Z', 0, 60, '2026-10-25T00:30:00.000Z'],
    ['over the night in which clocks go back', '2026-10-25T03:00:00Z', 0, 150, '2026-10-25T00:30:00.000Z'],
    ['over the night in which clocks go forward', '2027-03-28T02:30:00Z', 0, 120, '2027-03-28T00:30:00.000Z'],
    ['of a period that begins before the reservation', '2026-10-26T00:00:00Z', -600, 60, '2026-10-25T23:00:00.000Z'],
    ['of one that begins later: never once he is there', '2026-10-26T00:00:00Z', 120, 60, '2026-10-26T00:00:00.000Z'],
    ['−1: only at once', '2026-10-26T00:00:00Z', 0, -1, null],
    [
      'a day before: the same time of day, though the day has 25 hours',
      '2026-10-26T11:00:00Z',
      0,
      1_440,
      '2026-10-25T11:00:00.000Z',
    ],
    ['a day before the clocks have gone back', '2026-10-25T11:00:00Z', 0, 1_440, null],
    ['when that moment has passed', '2026-10-25T00:45:00Z', 0, 60, null],
  ])('the last try %s [MAINT-2] [EVT-1]', (_, start, later, lastTryMinutes, last) => {
    const at = new Date(start)
    const period = { start: new Date(at.getTime() + later * 60_000), end: null }
    const early = new Date('2026-10-25T00:29:00Z')
    expect(
      lastTryAt(period, { start: at, lastTryMinutes, timeZone: 'Europe/Berlin' }, early)?.toISOString() ?? null,
    ).toBe(last)
  })

  it('of a period start now if they began within five minutes [MAINT-1]', () => {
    const ask = (start: number, end: number | null) =>
      periodSpan({ start: minutes(start).toISOString(), end: end === null ? null : minutes(end).toISOString() }, now)
    expect(ask(-5, null)).toEqual({ start: now, end: null })
    expect(ask(-5, 1)).toEqual({ start: now, end: minutes(1) })
    expect(ask(-5.01, 1)).toBe('start-in-past')
    expect(ask(-4, 0)).toBe('span-empty')
    expect(ask(3, 3)).toBe('span-empty')
    expect(ask(0, 5 * 366 * 1_440 + 1)).toBe('span-too-long')
  })
})

import { describe, expect, it } from 'vitest'
import { covers, endingOf, endMoment, listPeriods, progressOf, statusOf } from './period-status.ts'
import { periodOf } from './testing/views.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)
const everything = { query: '', show: null, site: null } as const

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

describe('the list of periods', () => {
  const site = { id: 1, zones: [{ id: 5, name: 'Mitte' }] }
  const zone = periodOf({ id: 2, scope: 'zone', target: { id: 5, name: 'Mitte' }, site: null, end: null })
  const planned = periodOf({
    id: 3,
    scope: 'site',
    target: { id: 2, name: 'Hafen' },
    site: null,
    start: '2026-11-23T08:00:00.000Z',
    end: null,
  })
  const next = periodOf({ id: 4, start: '2026-11-22T08:00:00.000Z', end: null })
  const over = periodOf({ id: 5, start: '2026-11-20T08:00:00.000Z', end: '2026-11-20T09:00:00.000Z' })
  const rows = [over, planned, periodOf(), next, zone]

  it('lists active ones first, then upcoming ones, and counts each [MAINT-1]', () => {
    const list = listPeriods(rows, everything, at('13:00'))
    expect(list.groups.map(({ standing, periods }) => [standing, periods.map(({ id }) => id)])).toEqual([
      ['active', [2, 1]],
      ['planned', [4, 3]],
      ['over', [5]],
    ])
    expect(list.counts).toEqual({ active: 2, planned: 2, over: 1 })
    expect(list.total).toBe(5)
  })

  it('keeps the counts beside a status filter, and leaves the other groups out', () => {
    const list = listPeriods(rows, { ...everything, show: 'over' }, at('13:00'))
    expect(list.groups.map(({ standing }) => standing)).toEqual(['over'])
    expect(list.counts.active).toBe(2)
  })

  it('finds by name, reason and person, all words', () => {
    const found = (query: string) =>
      listPeriods(rows, { ...everything, query }, at('13:00')).groups.flatMap(({ periods }) =>
        periods.map(({ id }) => id),
      )
    expect(found('hafen')).toEqual([3])
    expect(found('lock sofia')).toHaveLength(5)
    expect(found('lock nobody')).toEqual([])
  })

  it('knows which periods cover a site: its own, those of its devices and of its zones [MAINT-1]', () => {
    expect(rows.filter((period) => covers(period, site)).map(({ id }) => id)).toEqual([5, 1, 4, 2])
    expect(covers(planned, { id: 2, zones: [] })).toBe(true)
  })

  it('counts handled reservations', () => {
    const counts = { pending: 3, rebooked: 5, notMoved: 1, lostAccess: 1, canceled: 0, restored: 0 }
    expect(progressOf({ counts })).toEqual({ total: 10, done: 7 })
  })
})

import { describe, expect, it } from 'vitest'
import { list } from '../../../contract/reservations.ts'
import { activeFilters, customDays, filtersOf, reportOf, startBounds, switchedStates, without } from './filter.ts'
import { bookingSearch } from './search.ts'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-21T15:00:00Z')
const all = { usual: false, mine: false }
const own = { usual: true, mine: true }

describe('the filters of the operators’ list', () => {
  it('default to reserved and cancelled ones of the month ahead, the next start first, 15 a page [RES-2] [CONST-1]', () => {
    expect(filtersOf({}, now, zone, false)).toEqual({
      states: ['RESERVED', 'STORNO'],
      managedByMe: false,
      startSince: '2026-11-20T23:00:00.000Z',
      startUntil: '2026-12-21T22:59:59.999Z',
    })
    expect(list.input.parse({})).toMatchObject({ sort: 'start', page: 1, pageSize: 15 })
    expect(activeFilters({}, all)).toEqual([])
  })

  it('show Reservation Managers what they look after, until they want all [RES-2]', () => {
    expect(filtersOf({}, now, zone, true).managedByMe).toBe(true)
    expect(filtersOf({ mine: false }, now, zone, true).managedByMe).toBe(false)
    expect(filtersOf({ mine: true }, now, zone, false).managedByMe).toBe(true)
    expect(activeFilters({ mine: false }, own)).toEqual(['mine'])
    expect(activeFilters({}, { usual: true, mine: false })).toEqual(['mine'])
    expect(activeFilters({ mine: true }, { usual: true, mine: false })).toEqual([])
  })

  it('reach the contract as they stand in the address, the open top of the price as no limit [RES-2]', () => {
    const search = bookingSearch.parse({
      min: '2',
      max: '15',
      search: 'x',
      mine: true,
      site: '4',
      window: 'all',
      page: '3',
    })
    const { filters: input } = list.input.parse({ filters: filtersOf(search, now, zone, false) })
    expect(input).toMatchObject({ priceMin: 200, managedByMe: true, siteId: 4 })
    expect(input).not.toHaveProperty('priceMax')
    expect(input).not.toHaveProperty('startSince')
    expect(filtersOf({ max: 0 }, now, zone, false)).toMatchObject({ priceMax: 0 })
    expect(activeFilters(search, all)).toEqual(['search', 'window', 'price', 'mine', 'site'])
  })

  it('judge days by the clock of the reader, across its changes too', () => {
    const custom = { window: 'custom', from: '2026-10-25', until: '2026-10-25' } as const
    const { since, until } = startBounds(custom, now, zone)
    expect([since, until]).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'])
    expect(startBounds({ window: 'today' }, now, zone).until).toBe('2026-11-21T22:59:59.999Z')
    expect(startBounds({ window: 'week' }, now, zone).until).toBe('2026-11-27T22:59:59.999Z')
    expect(startBounds({ window: 'past' }, now, zone).since).toBe('2026-10-20T22:00:00.000Z')
    expect(startBounds({ window: 'custom' }, now, zone)).toEqual({ since: undefined, until: undefined })
    expect(customDays({}, now, zone)).toEqual({ from: '2026-11-21', until: '2026-12-21' })
  })

  it('let nothing strange of an address through', () => {
    const strange = { states: ['HAPPY'], min: '-3', max: 'x', from: 'yesterday', page: 0, sort: 'name', mine: 'maybe' }
    expect(bookingSearch.parse(strange)).toEqual({})
  })

  it('switch states one by one; none or the usual two is the default', () => {
    expect(switchedStates({}, 'STORNO')).toEqual(['RESERVED'])
    expect(switchedStates({ states: ['RESERVED'] }, 'RESERVED')).toBeUndefined()
    expect(switchedStates({ states: ['RESERVED'] }, 'STORNO')).toBeUndefined()
    expect(switchedStates({}, 'CREATED')).toEqual(['RESERVED', 'STORNO', 'CREATED'])
  })

  it('are taken away one by one or all at once, back to the first page', () => {
    expect(without(['price'])).toEqual({ min: undefined, max: undefined, page: undefined })
    expect(Object.keys(without()).sort()).toEqual(
      ['search', 'states', 'window', 'from', 'until', 'min', 'max', 'mine', 'site', 'page'].sort(),
    )
  })
})

describe('the report of a month', () => {
  it('covers the whole month and is named after it and the company [RES-10]', () => {
    expect(reportOf('2026-10', zone, 'Stadt & Rad GmbH')).toEqual({
      since: '2026-09-30T22:00:00.000Z',
      until: '2026-10-31T22:59:59.999Z',
      name: '2026_10_Stadt-Rad-GmbH_Reservierungen.csv',
    })
    expect(reportOf('2026-12', zone, 'Köln').until).toBe('2026-12-31T22:59:59.999Z')
  })
})

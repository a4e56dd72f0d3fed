import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceView } from '../../../contract/devices.ts'
import { deviceStatuses } from '../../../machines/device.ts'
import { deviceOf } from '../../commands/testing/device.ts'
import { t } from '../../i18n/i18n.ts'
import { groupKey, statusGroupOf } from './grouping.ts'
import { createRemoteList, type RemoteFilter, sameRemoteList } from './remote-list.ts'
import { groupings, sortings, statusGroups } from './search.ts'

const everything: RemoteFilter = { query: '', site: null, status: 'all', sort: 'name', by: 'site', plan: false }
const fleet = fc
  .array(
    fc.record({
      site: fc.constantFrom(1, 2, 3),
      number: fc.integer({ min: 1, max: 30 }),
      status: fc.constantFrom(...deviceStatuses),
      maintenance: fc.boolean(),
      reachable: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ site, number, ...facts }, at) =>
      deviceOf({
        ...facts,
        id: at + 1,
        name: `Box ${number}`,
        site: { id: site, name: `Site ${4 - site}`, timeZone: 'Europe/Berlin' },
      }),
    ),
  )
const idsOf = (devices: readonly DeviceView[], filter: RemoteFilter) =>
  createRemoteList()(devices, filter, t).lines.flatMap((line) => (line.kind === 'device' ? [line.id] : []))

describe('the list of the smart remote', () => {
  it('shows every device once, under its own group, with right counts [LIVE-3]', () => {
    fc.assert(
      fc.property(fleet, fc.constantFrom(...sortings), fc.constantFrom(...groupings), (devices, sort, by) => {
        const list = createRemoteList()(devices, { ...everything, sort, by }, t)
        expect(list.lines.filter((line) => line.kind === 'device').map((line) => line.id)).toEqual(list.ids)
        expect(list.ids.toSorted((a, b) => a - b)).toEqual(devices.map(({ id }) => id))
        const seen = new Set<string>()
        let head = ''
        for (const line of list.lines) {
          if (line.kind === 'group') {
            expect(seen.has(line.key)).toBe(false)
            seen.add((head = line.key))
            expect(line.ids).toHaveLength(devices.filter((device) => groupKey(device, by) === head).length)
            continue
          }
          const device = devices.find(({ id }) => id === line.id)
          expect(device && groupKey(device, by)).toBe(head)
        }
        const sum = statusGroups.filter((group) => group !== 'all').reduce((all, group) => all + list.counts[group], 0)
        expect(sum).toBe(list.counts.all)
      }),
    )
  })

  it('collapses groups without losing their devices', () => {
    const devices = [1, 2].flatMap((site) =>
      [1, 2].map((number) =>
        deviceOf({ id: site * 10 + number, site: { id: site, name: `S ${site}`, timeZone: 'UTC' } }),
      ),
    )
    const list = createRemoteList()
    const closed = list(devices, everything, t, new Set(['1']))
    expect(closed.lines.flatMap((line) => (line.kind === 'device' ? [line.id] : []))).toEqual([21, 22])
    expect(closed.ids).toEqual([11, 12, 21, 22])
    expect(sameRemoteList(closed, list(devices, everything, t))).toBe(false)
  })

  it('sorts numbers in names numerically', () => {
    const devices = [10, 2, 1].map((number, at) => deviceOf({ id: at + 1, name: `Box ${number}` }))
    expect(idsOf(devices, everything)).toEqual([3, 2, 1])
  })

  it('puts what needs attention first by urgency, and the longest silent first by silence', () => {
    const devices = [
      deviceOf({ id: 1, status: 'free', lastMessageAt: '2026-11-21T09:00:00.000Z' }),
      deviceOf({ id: 2, status: 'error', lastMessageAt: '2026-11-21T09:00:02.000Z' }),
      deviceOf({ id: 3, status: 'occupied', lastMessageAt: null }),
    ]
    expect(idsOf(devices, { ...everything, sort: 'urgency' })).toEqual([2, 3, 1])
    expect(idsOf(devices, { ...everything, sort: 'silence' })).toEqual([3, 1, 2])
  })

  it("finds all words of a query, in any of a device's texts", () => {
    const devices = [
      deviceOf({ id: 1, hardwareId: 'A0-17' }),
      deviceOf({ id: 2, site: { id: 2, name: 'Markt', timeZone: 'Europe/Berlin' } }),
    ]
    expect(idsOf(devices, { ...everything, query: 'box a0-17' })).toEqual([1])
    expect(idsOf(devices, { ...everything, query: 'MARKT' })).toEqual([2])
    expect(idsOf(devices, { ...everything, query: 'markt a0-17' })).toEqual([])
  })

  it('filters by the displayed state, maintenance before all else [CTRL-9]', () => {
    fc.assert(
      fc.property(fleet, fc.constantFrom(...statusGroups), (devices, status) => {
        const ids = idsOf(devices, { ...everything, status })
        const wanted = devices.filter((device) => status === 'all' || statusGroupOf(device) === status)
        expect(ids.toSorted((a, b) => a - b)).toEqual(wanted.map((device) => device.id))
      }),
    )
  })

  it('stays equal while only figures change, also with cached names', () => {
    const list = createRemoteList()
    const devices = [deviceOf({ id: 1 }), deviceOf({ id: 2, name: 'Box 8' })]
    const before = list(devices, everything, t)
    const warmer = devices.map((device) => ({ ...device, temperature: 9 }))
    expect(sameRemoteList(before, list(warmer, everything, t))).toBe(true)
    const renamed = devices.map((device) => (device.id === 1 ? { ...device, name: 'Box 9' } : device))
    expect(sameRemoteList(before, list(renamed, everything, t))).toBe(false)
    expect(list(renamed, everything, t).ids).toEqual([2, 1])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MalfunctionView, malfunctionKinds } from '../../../contract/devices.ts'
import { type Line, listMalfunctions, order, sameMalfunctionList } from './malfunction-list.ts'
import { groupings, type MalfunctionSearch, seenFilters, severities } from './search.ts'
import { malfunctionOf } from './testing/malfunction.ts'

const rows = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...malfunctionKinds),
      severity: fc.constantFrom(...severities),
      device: fc.constantFrom(null, 1, 2, 3),
      site: fc.constantFrom(1, 2),
      zones: fc.subarray([1, 2, 3]),
      seen: fc.boolean(),
      minute: fc.nat(59),
      soon: fc.option(fc.nat(59)),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map((row, at): MalfunctionView => {
      const time = `2026-11-21T09:${String(row.minute).padStart(2, '0')}:00.000Z`
      return malfunctionOf({
        id: at + 1,
        kind: row.kind,
        severity: row.severity,
        device:
          row.device === null
            ? null
            : { id: row.device, name: `Box ${row.device}`, type: { name: 'Bike box', names: {} } },
        site: { id: row.site, name: `Site ${row.site}`, timeZone: 'Europe/Berlin' },
        zones: row.zones.map((id) => ({ id, name: `Zone ${id}` })),
        openedAt: time,
        acknowledgedAt: row.seen ? time : null,
        affected:
          row.soon === null
            ? null
            : { count: 1 + (row.soon % 3), firstStart: `2026-11-21T10:${String(row.soon).padStart(2, '0')}:00.000Z` },
      })
    }),
  )
const filter: fc.Arbitrary<MalfunctionSearch> = fc.record({
  q: fc.constantFrom(undefined, 'site 1', 'BOX', 'nothing'),
  kind: fc.constantFrom(undefined, ...malfunctionKinds),
  severity: fc.constantFrom(undefined, ...severities),
  zone: fc.constantFrom(undefined, 1, 2),
  site: fc.constantFrom(undefined, 1),
  seen: fc.constantFrom(undefined, ...seenFilters),
  by: fc.constantFrom(undefined, ...groupings),
})
const idsOf = (lines: readonly Line[]) => lines.flatMap((line) => (line.kind === 'malfunction' ? [line.id] : []))

describe('the malfunction dashboard', () => {
  it('shows exactly what passes the filters, whatever the groups [LIVE-2]', () => {
    fc.assert(
      fc.property(rows, filter, (all, search) => {
        const list = listMalfunctions(all, search)
        const plain = listMalfunctions(all, { ...search, by: 'none' })
        expect(new Set(idsOf(list.lines))).toEqual(new Set(idsOf(plain.lines)))
        for (const id of idsOf(list.lines)) {
          const row = all.find((each) => each.id === id)
          if (search.kind) expect(row?.kind).toBe(search.kind)
          if (search.severity) expect(row?.severity).toBe(search.severity)
          if (search.zone) expect(row?.zones.map((zone) => zone.id)).toContain(search.zone)
          if (search.seen === 'no') expect(row?.acknowledgedAt).toBeNull()
        }
      }),
    )
  })

  it('counts each kind under the other filters, and all open ones [LIVE-2]', () => {
    fc.assert(
      fc.property(rows, filter, (all, search) => {
        const list = listMalfunctions(all, search)
        for (const kind of malfunctionKinds)
          expect(list.counts[kind]).toBe(listMalfunctions(all, { ...search, kind }).shown)
        expect(list.counts.all).toBe(malfunctionKinds.reduce((sum, kind) => sum + list.counts[kind], 0))
        expect(list.open).toBe(all.length)
      }),
    )
  })

  it('groups by zone, site, type, device and gateway with right counts and one key per line [LIVE-1]', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...groupings), (all, by) => {
        const { lines } = listMalfunctions(all, { by })
        expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length)
        let left = 0
        for (const line of lines) {
          if (line.kind === 'group') {
            expect(left).toBe(0)
            left = line.count
          } else left -= by === 'none' ? 0 : 1
        }
        expect(left).toBe(0)
      }),
    )
  })

  it('sorts by the next affected reservation, then severity, then unacknowledged, then newest [LIVE-1]', () => {
    const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`
    const affected = (minute: number, count = 1) => ({ count, firstStart: at(minute) })
    const list = listMalfunctions(
      [
        malfunctionOf({ id: 1, severity: 'error', openedAt: at(1), acknowledgedAt: at(5) }),
        malfunctionOf({ id: 2, severity: 'warning', openedAt: at(9) }),
        malfunctionOf({ id: 3, severity: 'error', openedAt: at(1) }),
        malfunctionOf({ id: 4, severity: 'error', openedAt: at(2) }),
        malfunctionOf({ id: 5, severity: 'warning', openedAt: at(1), affected: affected(8) }),
        malfunctionOf({ id: 6, severity: 'error', openedAt: at(1), affected: affected(9, 7) }),
        malfunctionOf({ id: 7, severity: 'warning', openedAt: at(1), affected: affected(8, 2), acknowledgedAt: at(5) }),
      ],
      {},
    )
    expect(idsOf(list.lines)).toEqual([7, 5, 6, 4, 3, 1, 2])
  })

  it('is a total order, and symmetric [LIVE-1]', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const sorted = [...all].sort(order)
        expect([...all].reverse().sort(order)).toEqual(sorted)
      }),
    )
  })

  it('shows one incident per cause: an explained one is listed only if its cause is not visible [LIVE-1]', () => {
    const silent = malfunctionOf({ id: 1, kind: 'gateway-silent', device: null, folded: 3 })
    const quiet = malfunctionOf({ id: 2, kind: 'unreachable', causeId: 1 })
    const other = malfunctionOf({ id: 3, kind: 'not-responding' })
    expect(new Set(idsOf(listMalfunctions([silent, quiet, other], {}).lines))).toEqual(new Set([1, 3]))
    expect(listMalfunctions([silent, quiet, other], {})).toMatchObject({ open: 2, counts: { unreachable: 0 } })
    expect(new Set(idsOf(listMalfunctions([quiet, other], {}).lines))).toEqual(new Set([2, 3]))
  })

  it('stays equal if only a figure of a row changes', () => {
    const one = malfunctionOf({ detail: { voltage: 3.1 } })
    expect(
      sameMalfunctionList(listMalfunctions([one], {}), listMalfunctions([{ ...one, detail: { voltage: 3 } }], {})),
    ).toBe(true)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MalfunctionView, malfunctionKinds } from '../../../contract/devices.ts'
import { type Line, listMalfunctions, sameMalfunctionList } from './malfunction-list.ts'
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

  it('counts each kind under the other filters, and everything that is open [LIVE-2]', () => {
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

  it('groups by zone, site, device and gateway with right counts and one key a line [LIVE-1]', () => {
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

  it('puts first what nobody has taken on, then the worse, then the newer [LIVE-1]', () => {
    const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`
    const list = listMalfunctions(
      [
        malfunctionOf({ id: 1, severity: 'error', openedAt: at(1), acknowledgedAt: at(5) }),
        malfunctionOf({ id: 2, severity: 'warning', openedAt: at(9) }),
        malfunctionOf({ id: 3, severity: 'error', openedAt: at(1) }),
        malfunctionOf({ id: 4, severity: 'error', openedAt: at(2) }),
      ],
      {},
    )
    expect(idsOf(list.lines)).toEqual([4, 3, 2, 1])
  })

  it('stays equal when only a figure of a row moved', () => {
    const one = malfunctionOf({ detail: { voltage: 3.1 } })
    expect(
      sameMalfunctionList(listMalfunctions([one], {}), listMalfunctions([{ ...one, detail: { voltage: 3 } }], {})),
    ).toBe(true)
  })
})

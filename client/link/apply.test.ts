import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../../contract/changes.ts'
import { apply, applySnapshot, emptyRows, type Rows } from './apply.ts'

const kinds = ['messageCounts', 'reading'] as const
const empty = { humidity: null, supplyVoltage: null, rssi: null, rxTimeouts: null, retries: null }
/** A change whose view says its id and version. */
const made = (kind: (typeof kinds)[number], id: number | string, version: number, gone = false): Change =>
  kind === 'reading'
    ? { kind, id, version, view: gone ? null : { deviceId: 1, at: String(id), temperature: version, ...empty } }
    : { kind, id, version, view: gone ? null : { queued: version, failed: 0, movedAt: String(id) } }
/** What a person would see: existing rows only. */
const seen = (rows: Rows) =>
  rows.kinds
    .flatMap((kind) => [...(rows.tables[kind] ?? [])].map(([id, row]) => [kind, id, row.version, row.view] as const))
    .filter(([, , , view]) => view !== null)
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
const after = (changes: readonly Change[]) => {
  const rows = emptyRows(kinds)
  apply(rows, changes)
  return rows
}

/** A random history: versions rise with time, as the server's sequence makes them. */
const history = fc
  .array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 6 }), fc.boolean()), { maxLength: 40 })
  .map((steps) => steps.map(([kind, id, gone], at) => made(kind, id, at + 1, gone)))
const worldAfter = (changes: readonly Change[]): Change[] => {
  const latest = new Map<string, Change>()
  for (const change of changes) latest.set(`${change.kind} ${change.id}`, change)
  return [...latest.values()].filter((change) => change.view !== null)
}

describe('apply', () => {
  it('ends in the same rows whatever the order and duplication of the changes [LIVE-6]', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (changes, picks) => {
        const doubled = [...changes, ...changes.filter((_, at) => at % 3 === 0)]
        const shuffled = doubled
          .map((change) => [picks.next().value ?? 0, change] as const)
          .sort(([a], [b]) => a - b)
          .map(([, change]) => change)
        expect(seen(after(shuffled))).toEqual(seen(after(changes)))
      }),
    )
  })

  it('gives the same rows as a fresh snapshot: old snapshot + pushed changes = new snapshot [LIVE-6]', () => {
    fc.assert(
      fc.property(history, fc.nat(40), fc.nat(40), (changes, cut, overlap) => {
        const rows = emptyRows(kinds)
        applySnapshot(rows, worldAfter(changes.slice(0, cut)))
        apply(rows, changes.slice(Math.max(0, cut - overlap)))
        const fresh = emptyRows(kinds)
        applySnapshot(fresh, worldAfter(changes))
        expect(seen(rows)).toEqual(seen(fresh))
      }),
    )
  })

  it('applies a later snapshot over existing rows, and meanwhile pushed changes over that [LIVE-6]', () => {
    fc.assert(
      fc.property(history, fc.nat(40), fc.nat(40), (changes, first, second) => {
        const rows = after(changes.slice(0, Math.min(first, second)))
        applySnapshot(rows, worldAfter(changes.slice(0, second)))
        apply(rows, changes.slice(Math.min(first, second)))
        const fresh = emptyRows(kinds)
        applySnapshot(fresh, worldAfter(changes))
        expect(seen(rows)).toEqual(seen(fresh))
      }),
    )
  })

  it('never moves a row backwards, nor restores a removed one', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(39), { maxLength: 80 }), (changes, picks) => {
        const rows = emptyRows(kinds)
        const highest = new Map<string, number>()
        for (const pick of picks) {
          const change = changes[pick]
          if (!change) continue
          apply(rows, [change])
          const key = `${change.kind} ${change.id}`
          highest.set(key, Math.max(highest.get(key) ?? 0, change.version))
          expect(rows.tables[change.kind]?.get(change.id)?.version).toBe(highest.get(key))
        }
      }),
    )
  })

  it('reports exactly the rows that changed', () => {
    const rows = after([made('reading', 1, 5)])
    expect(
      apply(rows, [
        made('reading', 1, 5),
        made('reading', 1, 4, true),
        made('reading', 2, 1),
        { kind: 'payment', id: 2, version: 1, view: null },
      ]),
    ).toEqual([{ kind: 'reading', id: 2 }])
  })

  it('lets a row return at its old version when a snapshot contains it again', () => {
    const rows = after([made('reading', 1, 5)])
    applySnapshot(rows, [])
    expect(seen(rows)).toEqual([])
    applySnapshot(rows, [made('reading', 1, 5)])
    expect(seen(rows)).toHaveLength(1)
  })

  it('stays bounded while a page is open for days', () => {
    const rows = emptyRows(kinds)
    for (let at = 0; at < 12_000; at += 1) {
      apply(rows, [made('messageCounts', at, at, true), made('reading', `1@${at}`, at)])
    }
    expect(rows.tables.messageCounts?.size).toBeLessThanOrEqual(2_001)
    expect(rows.tables.reading?.size).toBeLessThanOrEqual(5_001)
    expect(rows.tables.reading?.has('1@11999')).toBe(true)
  })
})

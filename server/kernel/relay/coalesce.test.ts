import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, RoomOf } from '../../../contract/changes.ts'
import { saying } from '../../../db/testing/outbox.ts'
import { Coalescer, type RoomPush } from './coalesce.ts'

const change = (id: number, version: number, rooms: RoomOf<'messageCounts'>[] = ['zone:1']) =>
  saying(id, rooms, { version })

describe('Coalescer', () => {
  it('sends the first change at once, then at most one per interval, the newest', () => {
    const coalescer = new Coalescer('0.0', 100)
    coalescer.add([change(1, 1)], 0, '1.1')
    expect(versions(coalescer.take(0))).toEqual([1])
    coalescer.add([change(1, 2)], 10, '2.2')
    coalescer.add([change(1, 3)], 20, '3.3')
    expect(coalescer.take(50)).toEqual([])
    expect(versions(coalescer.take(100))).toEqual([3])
    expect(coalescer.take(300)).toEqual([])
    expect(coalescer.waiting).toBe(false)
  })

  it('never lets a cursor pass a change that is still waiting', () => {
    const coalescer = new Coalescer('0.0', 100)
    coalescer.add([change(1, 1)], 0, '1.1')
    coalescer.take(0)
    coalescer.add([change(1, 2)], 10, '2.2')
    coalescer.add([change(7, 3)], 20, '3.3')
    expect(coalescer.take(20)).toEqual([
      {
        room: 'zone:1',
        cursor: '1.1',
        changes: [{ kind: 'messageCounts', id: 7, version: 3, view: expect.anything() as object }],
      },
    ])
    expect(coalescer.safeCursor).toBe('1.1')
    expect(coalescer.take(100)[0]?.cursor).toBe('3.3')
    expect(coalescer.safeCursor).toBe('3.3')
  })

  it('pushes no older version after a newer one while rows are taken ahead of their turn', () => {
    const coalescer = new Coalescer('0', 100)
    coalescer.add([change(1, 9)], 0)
    expect(versions(coalescer.take(0, true))).toEqual([9])
    coalescer.add([change(1, 8)], 10, '1.1')
    expect(versions(coalescer.take(200, true))).toEqual([])
    coalescer.add([change(1, 7)], 500, '2.2')
    coalescer.add([change(1, 10)], 500, '3.3')
    expect(coalescer.take(500, true)).toMatchObject([{ cursor: '3.3', changes: [{ version: 10 }] }])
    expect(coalescer.waiting).toBe(true)
    expect(versions(coalescer.take(700))).toEqual([])
    expect(coalescer.waiting).toBe(false)
  })

  it('keeps every row right for clients that resume from any cursor they received', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      room: fc.integer({ min: 1, max: 2 }),
      wait: fc.integer({ min: 0, max: 90 }),
      held: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(), (steps, cut) => {
        const coalescer = new Coalescer('0', 100)
        const log: { cursor: number; change: ReturnType<typeof change> }[] = []
        const pushes: { at: number; push: RoomPush }[] = []
        let now = 0
        /** Rows that were taken ahead of their turn. */
        let ahead: number[] = []
        const inTurn = () => {
          for (const cursor of ahead) coalescer.add([], now, String(cursor))
          ahead = []
        }
        steps.forEach(({ id, room, wait, held }, index) => {
          now += wait
          const made = change(id, index + 1, [`zone:${room}`])
          log.push({ cursor: index + 1, change: made })
          if (held) ahead.push(index + 1)
          else inTurn()
          coalescer.add([made], now, held ? undefined : String(index + 1))
          for (const push of coalescer.take(now, held)) pushes.push({ at: now, push })
        })
        inTurn()
        while (coalescer.waiting) {
          now += 20
          for (const push of coalescer.take(now)) pushes.push({ at: now, push })
        }
        for (const room of ['zone:1', 'zone:2'] as const) {
          const mine = pushes.filter((item) => item.push.room === room)
          const wanted = newest(log.filter((item) => item.change.rooms.includes(room)).map((item) => item.change))
          expect(newest(mine.flatMap((item) => item.push.changes))).toEqual(wanted)
          const seen = mine.slice(0, mine.length ? cut % (mine.length + 1) : 0)
          const cursor = Number(seen.at(-1)?.push.cursor ?? 0)
          const resumed = log
            .filter((item) => item.cursor > cursor && item.change.rooms.includes(room))
            .map((item) => item.change)
          expect(newest([...seen.flatMap((item) => item.push.changes), ...resumed])).toEqual(wanted)
          const last = new Map<number | string, number>()
          for (const { at, push } of mine) {
            for (const { id } of push.changes) {
              expect(at - (last.get(id) ?? -1_000)).toBeGreaterThanOrEqual(100)
              last.set(id, at)
            }
          }
        }
      }),
    )
  })
})

function versions(pushes: RoomPush[]): number[] {
  return pushes.flatMap((push) => push.changes.map((item) => item.version))
}

function newest(changes: readonly Change[]): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const { id, version } of changes) rows[id] = Math.max(rows[id] ?? 0, version)
  return rows
}

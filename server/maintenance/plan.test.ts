import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceFacts } from '../claims/facts.ts'
import { type Mover, planMoves, type Site } from './plan.ts'

const now = new Date('2026-10-24T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const device = (deviceId: number, more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  deviceId,
  siteId: 1,
  typeId: 1,
  reservable: true,
  mandatory: false,
  optional: false,
  pathNumber: 1,
  claim: null,
  heldUntil: null,
  graceUntil: null,
  maintenance: false,
  hasStatus: true,
  status: 'free',
  reachable: true,
  inUse: false,
  ...more,
})
const mover = (id: number, from: number, until: number, more: Partial<Mover> = {}): Mover => ({
  id,
  start: at(from),
  end: at(until),
  siteId: 1,
  typeId: 1,
  deviceId: 1,
  optionalIds: [],
  followsId: null,
  ...more,
})
const claim = (deviceId: number, from: number, until: number, more: object = {}) => ({
  headId: 900 + deviceId,
  deviceId,
  start: at(from).getTime(),
  end: at(until).getTime(),
  held: false,
  ...more,
})
const closed = (deviceId: number, from = 0, until = Number.POSITIVE_INFINITY) => ({
  deviceId,
  start: at(from).getTime(),
  end: Number.isFinite(until) ? at(until).getTime() : until,
})
const plan = (site: Partial<Site>, movers: readonly Mover[]) =>
  Object.fromEntries(planMoves(new Map([[1, { devices: [], claims: [], closed: [], ...site }]]), movers, now))

describe('where a reservation is moved', () => {
  const three = [device(1), device(2), device(3)]

  it.each([
    ['a free place', { devices: three, closed: [closed(1)] }, 2],
    ['not what is claimed', { devices: three, claims: [claim(2, 4, 6)] }, 3],
    [
      'what is claimed until it begins, and from its end on',
      { devices: three, claims: [claim(3, 3, 5), claim(3, 6, 7)] },
      3,
    ],
    ['not what somebody just chooses', { devices: three, claims: [claim(2, 4, 6, { held: true })] }, 3],
    ['not what is maintained too', { devices: three, closed: [closed(2, 5)] }, 3],
    ['what is maintained later', { devices: three, closed: [closed(2, 6)] }, 2],
    ['not another type', { devices: [device(1), device(2, { typeId: 2 })] }, null],
    [
      'no door, nothing optional',
      { devices: [device(1), device(2, { mandatory: true }), device(3, { optional: true })] },
      null,
    ],
    [
      'not behind a maintained door',
      { devices: [...three, device(9, { mandatory: true, reservable: false })], closed: [closed(9)] },
      null,
    ],
    [
      'behind a door of another path',
      {
        devices: [device(1), device(2, { pathNumber: 2 }), device(9, { mandatory: true, reservable: false })],
        closed: [closed(9)],
      },
      2,
    ],
    ['the tightest gap', { devices: three, claims: [claim(2, 1, 2), claim(3, 3, 4)] }, 3],
    ['nowhere, when nothing is free', { devices: [device(1)] }, null],
  ])('%s [MAINT-2]', (_, site, to) => {
    expect(plan(site, [mover(7, 5, 6)])).toEqual({ 7: to })
  })

  it('only to a working device if it starts within the hour [MAINT-2]', () => {
    const broken = [
      device(1),
      device(2, { reachable: false }),
      device(3, { status: 'error' }),
      device(4, { status: 'undefined' }),
    ]
    expect(plan({ devices: broken }, [mover(7, 0.5, 2)])).toEqual({ 7: null })
    expect(plan({ devices: broken }, [mover(7, 1.5, 2)])).toEqual({ 7: 2 })
  })

  it('only with its options [MAINT-2]', () => {
    const devices = [device(1), device(2, { pathNumber: 2 }), device(3), device(8, { optional: true })]
    expect(plan({ devices }, [mover(7, 5, 6, { optionalIds: [8] })])).toEqual({ 7: 3 })
    expect(plan({ devices, closed: [closed(8)] }, [mover(7, 5, 6, { optionalIds: [8] })])).toEqual({ 7: null })
    const own = claim(8, 5, 6, { headId: 7 })
    expect(plan({ devices, claims: [own] }, [mover(7, 5, 6, { optionalIds: [8] })])).toEqual({ 7: 3 })
    expect(plan({ devices, claims: [claim(8, 5, 6)] }, [mover(7, 5, 6, { optionalIds: [8] })])).toEqual({ 7: null })
  })

  it('together with its extension where possible [MAINT-2]', () => {
    // The tighter gap at place 2 is not free for the second part.
    const site = { devices: three, closed: [closed(1)], claims: [claim(2, 4, 5), claim(2, 6, 9)] }
    const chain = [mover(7, 5, 6), mover(8, 6, 7, { followsId: 7 })]
    expect(plan(site, chain)).toEqual({ 7: 3, 8: 3 })
    expect(plan(site, [mover(7, 5, 6)])).toEqual({ 7: 2 })
    // Parts that cannot stay together are moved separately.
    expect(plan({ ...site, claims: [...site.claims, claim(3, 3, 6)] }, chain)).toEqual({ 7: 2, 8: 3 })
  })

  it('assigns no place twice, moves nobody onto a claimed or closed place, and plans the same again [MAINT-4]', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 })),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(spans, spans, spans, (taken, gone, requests) => {
        const devices = [1, 2, 3, 4, 5].map((id) => device(id))
        const claims = taken
          .map(([id, from, length], n) => claim(id, from, from + length, { headId: 100 + n }))
          .filter(
            (each, n, all) => !all.slice(0, n).some((other) => other.deviceId === each.deviceId && meets(other, each)),
          )
        const site = {
          devices,
          claims,
          closed: [closed(1), ...gone.map(([id, from, length]) => closed(id, from, from + length))],
        }
        const movers = requests.map(([, from, length], n) => mover(200 + n, from, from + length))
        const planned = plan(site, movers)
        expect(plan({ ...site, claims: [...claims].reverse() }, [...movers].reverse())).toEqual(planned)
        const moved = movers.flatMap((each) => {
          const to = planned[each.id]
          return to === null || to === undefined
            ? []
            : [{ deviceId: to, start: each.start.getTime(), end: each.end.getTime() }]
        })
        for (const [n, one] of moved.entries())
          for (const other of [...moved.slice(n + 1), ...claims, ...site.closed])
            expect(other.deviceId === one.deviceId && meets(one, other)).toBe(false)
        // No reservation is left while a place is still free for it.
        for (const each of movers.filter(({ id }) => planned[id] === null)) {
          const own = { start: each.start.getTime(), end: each.end.getTime() }
          for (const { deviceId } of devices.slice(1))
            expect(
              [...moved, ...claims, ...site.closed].some((other) => other.deviceId === deviceId && meets(own, other)),
            ).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })
})

interface Timed {
  start: number
  end: number
}
const meets = (a: Timed, b: Timed) => a.start < b.end && b.start < a.end

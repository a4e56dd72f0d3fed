import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import type { AccessView, DoorView } from '../../contract/control/own.ts'
import { parseFact } from '../../contract/facts.ts'
import type { Room } from '../../contract/rooms.ts'
import { rooms } from '../../contract/rooms.ts'
import { position } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { toldAfter } from '../../db/testing/outbox.ts'
import { doorViews } from '../../telemetry/views/door.ts'
import { accessEdges, publishOpenings } from '../control/access-edges.ts'
import { createRuns } from '../control/advance-runs.ts'
import { carryOut, dontTake, letExpire, report, send, take } from '../control/testing/gateway.ts'
import { link, makeWay, request, requestAsGuest, reserve, runOf, type Way } from '../control/testing/way.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'
import { readAccess } from './access-view.ts'

let db: TestDatabase
let knex: Knex
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  knex = db.knex
})
afterAll(() => db.close())

async function accessOf(id: number) {
  const [read] = await readAccess(knex, [id])
  if (!read) throw new Error(`no reservation ${id}`)
  return read
}

describe('what a reservation opens', () => {
  it('shows way, openings and secrets of the access once it opens, to a guest neither plate nor card [CTRL-1] [TICK-3]', async () => {
    const way = await makeWay(knex)
    const head = { pin: '12345674', rfid_token: '04A1', licence_plate: 'KA HF 1' }
    const id = await reserve(knex, way, { rules: { entryLimit: 2, gpsEnabled: true }, head })
    const later = await reserve(knex, way, { from: 60, until: 90, head, beside: [way.door] })
    const { owner, guest } = await accessOf(id)
    expect(owner).toMatchObject({
      reservationId: id,
      pin: '12345674',
      rfidToken: '04A1',
      openings: { entriesUsed: 0, entryLimit: 2, exitsUsed: 0, exitLimit: 5 },
      automatic: { gps: { allowed: false, wanted: false, consent: false, fence: null }, plate: { plate: 'KA HF 1' } },
      run: null,
    } satisfies Partial<Record<keyof AccessView, unknown>>)
    expect(owner.devices.map(({ deviceId, main, barrier }) => [deviceId, main, barrier])).toEqual([
      [way.barrier, false, 'entrance'],
      [way.door, false, null],
      [way.lot, true, null],
    ])
    expect(guest).toEqual({
      ...owner,
      rfidToken: null,
      automatic: { ...owner.automatic, plate: { allowed: false, plate: null } },
    })
    expect((await accessOf(later)).owner.pin).toBeNull()
    expect((await accessOf(later)).guest.pin).toBeNull()
  })

  it('allows what opens by itself only where access time and product do [GW-8] [CTRL-1] [ADM-25]', async () => {
    const way = await makeWay(knex)
    const zone = await knex('zones').where({ id: way.zoneId }).first<{ tenant_id: number }>('tenant_id')
    const tenantId = zone.tenant_id
    const id = await reserve(knex, way, { rules: { gpsEnabled: true, lprEnabled: true, tenantId } })
    const allowed = async () => {
      const { owner, guest } = await accessOf(id)
      expect(guest.automatic.gps).toEqual(owner.automatic.gps)
      expect(guest.automatic.plate.allowed).toBe(owner.automatic.plate.allowed)
      return [owner.automatic.gps.allowed, owner.automatic.plate.allowed]
    }
    expect(await allowed()).toEqual([false, false])
    for (const [prefix, now] of [
      ['LPR', [false, true]],
      ['GPS', [true, true]],
    ] as const) {
      const product = await knex('products').where({ prefix }).first<{ id: number }>('id')
      await knex('product_tenants').insert({ product_id: product.id, tenant_id: tenantId })
      expect(await allowed()).toEqual(now)
    }
    await knex('product_tenants').where({ tenant_id: tenantId }).delete()
    expect(await allowed()).toEqual([false, false])
  })

  it('names nobody: neither who commanded nor who booked [TICK-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    runOf(await request(way, id))
    const { guest } = await accessOf(id)
    const doors = (await doorViews(knex, [way.barrier, way.lot])).map(({ view }) => view as DoorView)
    expect(guest.run?.steps[0]?.deviceCommand).toMatchObject({ state: 'queued', action: 'open' })
    expect(doors[0]?.deviceCommand).toEqual(guest.run?.steps[0]?.deviceCommand)
    const { username } = (await knex('users').where({ id: way.userId }).first('username')) as { username: string }
    expect(JSON.stringify([guest, doors])).not.toContain(username)
    expect(Object.keys(doors[0]?.deviceCommand ?? {})).not.toContain('by')
  })

  it('devices are told to holders only while somebody has them reserved [LIVE-6]', async () => {
    const way = await makeWay(knex)
    const told = async () => {
      const cursor = await position(knex)
      const before = new Set((await toldAfter(knex, cursor)).map((row) => row.cursor.id))
      await report(knex, way.lot, 'closed')
      const changes = (await toldAfter(knex, cursor)).flatMap((row) => (before.has(row.cursor.id) ? [] : row.changes))
      return changes.filter(({ kind }) => kind === 'door').map(({ rooms: of }) => of)
    }
    expect(await told()).toEqual([])
    const id = await reserve(knex, way, { from: 600, until: 700 })
    expect(await told()).toEqual([[rooms.door(way.lot)]])
    await knex('reservations').where({ id }).orWhere({ parent_id: id }).update({ state: 'STORNO' })
    expect(await told()).toEqual([])
  })

  it('is told when it begins to open, once, by whichever rule holds for it [CTRL-2]', async () => {
    const way = await makeWay(knex)
    const early = await reserve(knex, way, { from: 15, until: 30, rules: { prebookMinMinutes: 15 }, beside: [] })
    const late = await reserve(knex, way, { from: 0.01, until: 10, main: way.elsewhere, beside: [] })
    const now = Date.now()
    const opened = async (from: number, until: number) =>
      (await publishOpenings(knex, new Date(now + from), new Date(now + until))).filter(
        (id) => id === early || id === late,
      )
    expect(await opened(-2_000, -1_000)).toEqual([])
    const cursor = await position(knex)
    expect(await opened(-1_000, 2_000)).toEqual([early, late])
    expect(await opened(2_000, 4_000)).toEqual([])
    const changes = (await toldAfter(knex, cursor)).flatMap((row) => row.changes)
    expect(changes.filter(({ kind }) => kind === 'access').map(({ rooms: of }) => of[0])).toEqual([
      rooms.access(early),
      rooms.ticket(early),
      rooms.access(late),
      rooms.ticket(late),
    ])
  })

  it('is told after a start, when it began while nobody ran, and not again [LIVE-6]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { from: 0, until: 10, beside: [] })
    const cursor = await position(knex)
    const send = accessEdges(knex, { resumeMinutes: 1 })
    await send()
    await send()
    const changes = (await toldAfter(knex, cursor)).flatMap((row) => row.changes)
    expect(changes.filter(({ kind, rooms: of }) => kind === 'access' && of.includes(rooms.access(id)))).toHaveLength(1)
  })
})

const device = fc.constantFrom('barrier' as const, 'door' as const, 'lot' as const)
const anyStep = fc.oneof(
  fc.record({
    do: fc.constant('request' as const),
    device: fc.option(device),
    action: fc.constantFrom('open' as const, 'close' as const),
  }),
  fc.record({ do: fc.constant('guest' as const), device: fc.option(device) }),
  fc.record({
    do: fc.constantFrom('send' as const, 'take' as const, 'carryOut' as const, 'refuse' as const, 'expire' as const),
    device,
  }),
  fc.record({ do: fc.constant('report' as const), device, door: fc.constantFrom('open' as const, 'closed' as const) }),
  fc.record({ do: fc.constant('plate' as const), plate: fc.constantFrom('A 1', 'B 2') }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** One thing that happens; what cannot happen now (no command in flight) is nothing. */
async function happen(way: Way, id: number, token: string, step: Step): Promise<void> {
  const deviceId = 'device' in step && step.device ? way[step.device] : null
  if (step.do === 'request') return void (await request(way, id, { deviceId, action: step.action }))
  if (step.do === 'guest') return void (await requestAsGuest(way, token, { deviceId }))
  if (step.do === 'plate')
    return knex.transaction(async (trx) => {
      await trx('reservations').where({ id }).update({ licence_plate: step.plate })
      await publishReservations(trx, [id])
    })
  if (step.do === 'report') return report(knex, deviceId ?? 0, step.door)
  const does = {
    send,
    take,
    carryOut,
    expire: letExpire,
    refuse: (at: Knex, of: number) => dontTake(at, of, 'replayed'),
  }
  await does[step.do](knex, deviceId ?? 0).catch((error: Error) => {
    if (!error.message.startsWith('no command')) throw error
  })
}

type Rows = Map<string, Pick<RoomChange, 'version' | 'view'>>
function apply(rows: Rows, { kind, id, version, view }: Omit<RoomChange, 'rooms'>): void {
  const before = rows.get(`${kind}:${id}`)
  if (!before || version >= before.version) rows.set(`${kind}:${id}`, { version, view })
}
async function snapshot(way: Way, id: number, who: 'owner' | 'guest'): Promise<Rows> {
  const rows: Rows = new Map()
  const read = await accessOf(id)
  apply(rows, { kind: 'access', id, version: read.version, view: read[who] })
  for (const change of await doorViews(knex, way.deviceIds)) apply(rows, change)
  return rows
}
const views = (rows: Rows) => Object.fromEntries([...rows].map(([key, { view }]) => [key, view]))

describe('watched access', () => {
  it('an old snapshot and the pushed changes make the new snapshot, for owner and guest [LIVE-6] [CTRL-1]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 4 }),
        fc.array(anyStep, { minLength: 4, maxLength: 14 }),
        async (before, after) => {
          const way = await makeWay(knex)
          way.context.limits.take = async () => null
          const id = await reserve(knex, way)
          const token = await link(knex, id)
          const runs = createRuns({ knex, link: way.context.link, log: way.context.log })
          for (const step of before) await happen(way, id, token, step)
          const cursor = await position(knex)
          const seen = { owner: await snapshot(way, id, 'owner'), guest: await snapshot(way, id, 'guest') }
          for (let next = 0; next < after.length; next += 2)
            await Promise.all(after.slice(next, next + 2).map((step) => withRetry(() => happen(way, id, token, step))))
          // The leader handles the facts, at least once.
          for (const { fact, payload } of await toldAfter(knex, cursor))
            if (fact === 'control.commandMoved') await runs.moved(parseFact(fact, payload).runIds)
          await runs.stop()
          for (const who of ['owner', 'guest'] as const) {
            const own = new Set<Room>([
              who === 'owner' ? rooms.access(id) : rooms.ticket(id),
              ...way.deviceIds.map(rooms.door),
            ])
            for (const { changes } of await toldAfter(knex, cursor))
              for (const change of changes) if (change.rooms.some((room) => own.has(room))) apply(seen[who], change)
            expect(views(seen[who])).toEqual(views(await snapshot(way, id, who)))
          }
        },
      ),
      { numRuns: 10 },
    )
  })
})

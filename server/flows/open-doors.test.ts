import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccessView, DoorView } from '../../contract/control/own.ts'
import { guestAccess, ownAccess, requestAction, requestActionAsGuest } from '../../contract/control/own.ts'
import { cancel, revokeShare } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, signIn, type Watched } from '../testing/person.ts'
import { simulated } from '../testing/simulated.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let simulator: Simulator
let owner: Person
let guest: Person

const types = ['BARRIER', 'DOOR', 'PARKING_LOT', 'PARKING_LOT', 'PARKING_LOT', 'PARKING_LOT'] as const
const delays = [250, 150, 0, 0, 0, 0]

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: types.length })
  const { gateway } = world.own
  for (const [index, type] of types.entries())
    await db
      .knex('devices')
      .where({ id: device(index) })
      .update({
        device_type_id: db.knex('device_types').select('id').where({ type }),
        sequence_number: index + 1,
        post_action_delay_ms: delays[index],
        auto_close: false,
        is_mandatory: index < 2,
      })
  await db.knex.raw(
    `insert into device_method_links (device_id, access_method_id) select ?, id from device_access_methods where name = 'pin'`,
    [device(3)],
  )
  portal = await startPortal({ databaseUrl: db.url })
  simulator = startSimulator({
    url: `http://127.0.0.1:${portal.port}`,
    gateways: [simulated(gateway, { typeOf: (place) => types[place] ?? 'DOOR', moveMs: 100 })],
  })
  await simulator.connected()
  owner = await connectPerson(portal.url, await signIn(portal.url, 'visitor', world.password))
  guest = await connectPerson(portal.url, '', { guest: true })
  const unheard = () => db.knex('device_states').where({ status: 'undefined' }).whereIn('device_id', ids()).first()
  await vi.waitFor(async () => expect(await unheard()).toBeUndefined())
})
afterAll(async () => {
  owner?.close()
  guest?.close()
  await simulator?.stop()
  await portal?.end()
  await db?.close()
})

const device = (index: number): number => world.own.gateway.devices[index]?.id ?? 0
const ids = () => types.map((_, index) => device(index))
const inMs = (ms: number) => new Date(Date.now() + ms)

/** A running reservation of the visitor, for one lot and the devices named with it. */
async function reserve(lot: number, { beside = [] as number[], endsIn = 600_000, pin = null as string | null } = {}) {
  const common = {
    user_id: world.users.visitor.id,
    site_id: world.own.siteId,
    starts_at: inMs(-60_000),
    ends_at: inMs(endsIn),
    state: 'RESERVED',
    reserved_at: inMs(-90_000),
  }
  return db.knex.transaction(async (trx) => {
    const rules = JSON.stringify({ guestTicketAllowed: true, entryLimit: 2 })
    const id = await insert(trx, 'reservations', { ...common, device_id: device(lot), rules, pin })
    for (const index of beside)
      await insert(trx, 'reservations', { ...common, device_id: device(index), parent_id: id, shared: true })
    return id
  })
}
async function ticket(reservationId: number, endsIn = 600_000): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = await insert(db.knex, 'tokens', {
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: reservationId,
    created_at: inMs(-30_000),
    expires_at: inMs(endsIn),
  })
  return { id, token }
}
const requestNow = (deviceId: number | null = null) =>
  ({ deviceId, action: 'open', validUntil: inMs(10_000).toISOString() }) as const
const accessOf = (watched: Watched, id: number) => watched.rows.get(`access:${id}`)?.view as AccessView | undefined
const doorOf = (watched: Watched, index: number) =>
  watched.rows.get(`door:${device(index)}`)?.view as DoorView | undefined

describe('a visitor before a barrier', () => {
  it('opens the whole way with one request, and he and his guest see each step of each device [CTRL-1] [CTRL-3] [TICK-1]', async () => {
    const id = await reserve(2, { beside: [1, 0] })
    const { token } = await ticket(id)
    const own = await owner.watch(ownAccess, { reservationId: id })
    const theirs = await guest.watch(guestAccess, { token })
    expect(theirs.answer()).toMatchObject({ ok: true })
    const given = await owner.command(requestAction, { reservationId: id, ...requestNow() })
    if (!given.ok) throw new Error(given.refusal.code)
    expect(given.reply).toMatchObject({ openingsLeft: 1, lastOpening: false, countsAs: 'entry' })
    for (const watched of [own, theirs]) {
      await expect.poll(() => accessOf(watched, id)?.run?.state).toBe('done')
      await expect
        .poll(() => [0, 1, 2].map((index) => doorOf(watched, index)?.deviceCommand?.state))
        .toEqual(['confirmed', 'confirmed', 'confirmed'])
      const steps = accessOf(watched, id)?.run?.steps ?? []
      expect(steps.map(({ deviceId, state, deviceCommand }) => [deviceId, state, deviceCommand?.state])).toEqual(
        [0, 1, 2].map((index) => [device(index), 'done', 'confirmed']),
      )
      const times = steps.map(({ deviceCommand }) =>
        [deviceCommand?.issuedAt, deviceCommand?.settledAt].map((time) => Date.parse(time ?? '')),
      )
      for (const [place, [issued = 0]] of times.entries())
        if (place > 0) expect(issued - (times[place - 1]?.[1] ?? 0)).toBeGreaterThanOrEqual(delays[place - 1] ?? 0)
      expect(accessOf(watched, id)?.openings.entriesUsed).toBe(1)
    }
    const last = await guest.command(requestActionAsGuest, { token, ...requestNow() })
    expect(last).toMatchObject({ ok: false, refusal: { code: 'already-in-state' } })
    expect(await owner.command(requestAction, { reservationId: id, ...requestNow(device(3)) })).toMatchObject({
      refusal: { code: 'device-not-yours' },
    })
  })

  it('takes a guest’s link back: at once he sees and opens nothing more, and the PIN is another one [TICK-3] [CTRL-2]', async () => {
    const id = await reserve(3, { pin: '12345674' })
    const [one, other] = [await ticket(id), await ticket(id)]
    const [theirs, others] = [
      await guest.watch(guestAccess, { token: one.token }),
      await guest.watch(guestAccess, { token: other.token }),
    ]
    expect(accessOf(theirs, id)?.pin).toBe('12345674')
    expect(await owner.command(revokeShare, { reservationId: id, shareId: one.id })).toMatchObject({ ok: true })
    await expect.poll(() => theirs.ended()?.refusal?.code, { interval: 20 }).toBe('eticket-invalid')
    expect(await guest.command(requestActionAsGuest, { token: one.token, ...requestNow() })).toMatchObject({
      refusal: { code: 'eticket-invalid' },
    })
    expect(others.ended()).toBeNull()
    const own = await owner.watch(ownAccess, { reservationId: id })
    expect(accessOf(own, id)?.pin).toMatch(/^(?!12345674)\d{8}$/)
    expect(await guest.command(requestActionAsGuest, { token: other.token, ...requestNow() })).toMatchObject({
      ok: true,
    })
  })

  it('cancels, or his time ends: guests are told so, and the doors are no longer his to see [TICK-2] [CTRL-2]', async () => {
    const [canceled, over] = [await reserve(4), await reserve(5, { endsIn: 2_500 })]
    const [one, two] = [await ticket(canceled), await ticket(over, 60_000)]
    const watched = [
      await guest.watch(guestAccess, { token: one.token }),
      await guest.watch(guestAccess, { token: two.token }),
      await owner.watch(ownAccess, { reservationId: canceled }),
      await owner.watch(ownAccess, { reservationId: over }),
    ]
    for (const each of watched) expect(each.answer()).toMatchObject({ ok: true })
    expect(await owner.command(cancel, { reservationId: canceled, refundCents: 0 })).toMatchObject({ ok: true })
    await expect.poll(() => watched[0]?.ended()?.refusal?.code).toBe('eticket-canceled')
    await expect.poll(() => watched[2]?.ended()).toMatchObject({ refusal: null })
    await expect.poll(() => watched[1]?.ended()?.refusal?.code).toBe('eticket-expired')
    await expect.poll(() => watched[3]?.ended()).toMatchObject({ refusal: null })
    const again = await owner.watch(ownAccess, { reservationId: over })
    expect([...again.rows.keys()]).toEqual([`access:${over}`])
  })
})

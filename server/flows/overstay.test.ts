import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AccessView, guestAccess, ownAccess, requestActionAsGuest } from '../../contract/control/own.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, signIn, type Watched } from '../testing/person.ts'
import { heardOf, simulated } from '../testing/simulated.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let simulator: Simulator
let owner: Person
let guest: Person

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 3 })
  await db.knex('devices').where('site_id', world.own.siteId).update({ auto_close: false })
  portal = await startPortal({ databaseUrl: db.url })
  const config = simulated(world.own.gateway, {
    typeOf: (place) => (place % 2 ? 'PARKING_LOT' : 'BIKE_BOX'),
    moveMs: 100,
  })
  simulator = startSimulator({ url: `http://127.0.0.1:${portal.port}`, gateways: [config] })
  await simulator.connected()
  await heardOf(db.knex, world.own.gateway.devices)
  owner = await connectPerson(portal.url, await signIn(portal.url, 'visitor', world.password))
  guest = await connectPerson(portal.url, '', { guest: true })
})
afterAll(async () => {
  owner?.close()
  guest?.close()
  await simulator?.stop()
  await portal?.end()
  await db?.close()
})

const box = (place: number) => world.own.gateway.devices[place] ?? { id: 0, hardwareId: '' }
const inMs = (ms: number) => new Date(Date.now() + ms)
const accessOf = (watched: Watched, id: number) => watched.rows.get(`access:${id}`)?.view as AccessView | undefined
const stayOf = (id: number) => db.knex('overstays').where({ reservation_id: id }).first()

it('a box that is still occupied at the end: its guest sees it and opens, leaves, and it is over; the next one has another box [CTRL-2] [TICK-1] [NOTE-1]', async () => {
  const { visitor, rm } = world.users
  const common = { site_id: world.own.siteId, state: 'RESERVED', reserved_at: inMs(-90_000) }
  const rules = JSON.stringify({
    guestTicketAllowed: true,
    entryLimit: 1,
    graceMinutes: 30,
    tenantId: world.tenants.own,
    stages: [{ untilMinutes: 1_440, priceCents: 200 }],
  })
  const ends = inMs(120_000)
  const own = {
    ...common,
    user_id: visitor.id,
    device_id: box(0).id,
    starts_at: inMs(-3_600_000),
    ends_at: ends,
    rules,
    entries_used: 1,
  }
  const id = await insert(db.knex, 'reservations', { ...own, price_cents: 200 })
  const soon = {
    ...common,
    user_id: rm.id,
    device_id: box(0).id,
    starts_at: inMs(600_000),
    ends_at: inMs(1_200_000),
    rules,
  }
  const next = await insert(db.knex, 'reservations', soon)
  const token = randomBytes(32).toString('base64url')
  await db.knex('tokens').insert({
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: id,
    created_at: inMs(-30_000),
    expires_at: ends,
  })
  const mine = await owner.watch(ownAccess, { reservationId: id })
  const theirs = await guest.watch(guestAccess, { token })
  const bicycle = simulator.device(box(0).hardwareId)
  bicycle.press()
  await vi.waitFor(() => expect(bicycle.pass('entry')).toBeNull())
  const give = async (action: 'open' | 'close') => {
    const validUntil = inMs(10_000).toISOString()
    return guest.command(requestActionAsGuest, { token, deviceId: null, action, validUntil })
  }
  await expect.poll(async () => (await give('close')).ok).toBe(true)
  await expect.poll(() => accessOf(theirs, id)?.run).toMatchObject({ action: 'close', state: 'done' })
  const end = new Date(Date.now() + 500)
  await db.knex('tokens').where({ reservation_id: id }).update({ expires_at: end })
  await db.knex('reservations').where({ id }).update({ ends_at: end })
  for (const watched of [mine, theirs])
    await expect.poll(() => accessOf(watched, id)?.overstay?.until).toBe(inUntil(end))
  expect(theirs.ended()).toBeNull()
  expect(accessOf(mine, id)?.openings).toMatchObject({ entriesUsed: 1, entryLimit: 2 })
  await expect.poll(async () => (await db.knex('reservations').where({ id: next }).first()).device_id).toBe(box(2).id)
  expect(await give('open')).toMatchObject({ ok: true })
  await expect.poll(() => accessOf(theirs, id)?.run).toMatchObject({ action: 'open', state: 'done' })
  expect(bicycle.pass('exit')).toBeNull()
  await expect.poll(async () => (await stayOf(id))?.ended_at).toBeInstanceOf(Date)
  await expect.poll(() => theirs.ended()?.refusal?.code).toBe('eticket-expired')
  await expect.poll(() => accessOf(mine, id)?.overstay).toBeNull()
  expect(await stayOf(id)).toMatchObject({ price_cents: 0, charged_cents: 0 })
  const open = await db.knex('malfunctions').where({ kind: 'overstay' }).select('closed_at')
  expect(open.every(({ closed_at }) => closed_at !== null)).toBe(true)
})

const inUntil = (end: Date) => new Date(end.getTime() + 30 * 60_000).toISOString()

import { afterAll, beforeAll, expect, it } from 'vitest'
import { one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite, refusalOf } from '../testing/fixtures.ts'

let database: TestDatabase
let site: Planted
let door: number
beforeAll(async () => {
  database = await createTestDatabase()
  const { knex } = database
  site = await plantSite(knex, { devices: 3 })
  const { id } = await one<{ id: number }>(knex, "SELECT id FROM device_types WHERE type = 'DOOR'")
  door = await insert(knex, 'devices', {
    name: 'Door',
    hardware_id: 'door',
    gateway_id: site.gatewayId,
    site_id: site.siteId,
    device_type_id: id,
  })
})
afterAll(() => database.close())

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))
const reservation = (device: number, from: number, until: number, more: object = {}) => ({
  site_id: site.siteId,
  device_id: device,
  user_id: site.userId,
  starts_at: at(from),
  ends_at: at(until),
  state: 'RESERVED',
  reserved_at: at(0),
  ...more,
})
const lot = (n: number) => site.deviceIds[n] ?? 0
const plant = (device: number, from: number, until: number, more: object = {}) =>
  insert(database.knex, 'reservations', reservation(device, from, until, more))

it('lets everybody who booked behind a door have the door, and nobody a lot twice [BOOK-5] [RES-7]', async () => {
  const first = await plant(lot(0), 0, 60)
  const second = await plant(lot(1), 0, 60)
  await plant(door, 0, 60, { parent_id: first, shared: true })
  await expect(plant(door, 0, 60, { parent_id: second, shared: true })).resolves.toBeGreaterThan(0)
  expect(await refusalOf(plant(lot(2), 0, 60, { parent_id: first, shared: true }))).toMatchObject({
    constraint: 'reservations_shared_device',
  })
  expect(await refusalOf(plant(door, 100, 160, { shared: true }))).toMatchObject({
    constraint: 'reservations_shared_child',
  })
})

it('keeps one hold a person, and one follow-up a reservation [HOLD-1] [RES-4]', async () => {
  const hold = { state: 'CREATED', reserved_at: null, hold_kind: 'choosing', held_until: at(2) }
  await plant(lot(0), 200, 260, hold)
  expect(await refusalOf(plant(lot(1), 300, 360, hold))).toMatchObject({ constraint: 'reservations_one_hold' })
  const first = await plant(lot(0), 400, 460)
  await plant(lot(0), 460, 500, { follows_id: first })
  expect(await refusalOf(plant(lot(1), 460, 500, { follows_id: first }))).toMatchObject({
    constraint: 'reservations_one_follow_up',
  })
})

it('gives every write of a reservation a higher version', async () => {
  const { knex } = database
  const id = await plant(lot(2), 600, 660)
  const version = async () =>
    (await one<{ version: number }>(knex, 'SELECT version FROM reservations WHERE id = ?', [id])).version
  const before = await version()
  await knex('reservations').where({ id }).update({ note: 'x', version: 1 })
  expect(await version()).toBeGreaterThan(before)
})

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite, refusalOf } from '../../db/testing/fixtures.ts'
import { type AlikeFacts, type DeviceFacts, type Facts, readAlikeFacts, readDeviceFacts } from './facts.ts'

let database: TestDatabase
let sites: Planted[]
let deviceIds: number[]
beforeAll(async () => {
  database = await createTestDatabase()
  sites = [
    await plantSite(database.knex, { devices: 3 }),
    await plantSite(database.knex, { devices: 2, type: 'BIKE_BOX' }),
  ]
  const [first] = sites
  if (!first) throw new Error('nothing was inserted')
  const door = await one<{ id: number }>(database.knex, "select id from device_types where type = 'DOOR'")
  const entrance = { gateway_id: first.gatewayId, site_id: first.siteId, device_type_id: door.id, is_mandatory: true }
  await insert(database.knex, 'devices', { ...entrance, name: 'Door', hardware_id: 'door' })
  deviceIds = await database.knex('devices').orderBy('id').pluck('id')
})
afterAll(() => database.close())

const base = Date.now()
const at = (minutes: number) => new Date(base + minutes * 60_000)
const state = fc.constantFrom('RESERVED', 'CREATED', 'STORNO', 'CANCELED')
const claims = fc.array(
  fc.record({
    device: fc.nat(4),
    from: fc.integer({ min: -60, max: 120 }),
    minutes: fc.integer({ min: 1, max: 90 }),
    state,
    heldFor: fc.constantFrom(-5, -1, 1),
    payment: fc.boolean(),
  }),
  { maxLength: 12 },
)
const periods = fc.array(
  fc.record({ scope: fc.constantFrom('device', 'site', 'zone'), from: fc.integer({ min: -60, max: 120 }) }),
  {
    maxLength: 2,
  },
)

function whatDecides({ heldUntil: _until, ...decides }: DeviceFacts) {
  return decides
}

const total = (facts: readonly AlikeFacts[]): number => facts.reduce((sum, { count }) => sum + count, 0)
const decided = ({ siteId, claim, maintenance, inUse, status }: Facts): string =>
  JSON.stringify({ siteId, claim, maintenance, inUse, status })

/** Groups of equivalent devices with their count, in the order of the first of each. */
function alike(devices: readonly DeviceFacts[]): AlikeFacts[] {
  const groups = new Map<string, AlikeFacts>()
  for (const { deviceId: _, ...facts } of devices) {
    const key = JSON.stringify(facts)
    groups.set(key, { ...facts, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}

it('read for whole sites equal those read per device, and grouping merges equivalent ones [BOOK-1] [BOOK-5]', async () => {
  await fc.assert(
    fc.asyncProperty(claims, periods, fc.integer({ min: -30, max: 90 }), async (planted, closed, start) => {
      const { knex } = database
      await knex('reservations').delete()
      await knex('maintenance_periods').delete()
      const ids: number[] = []
      for (const { device, from, minutes, heldFor, payment, ...each } of planted) {
        const held =
          each.state === 'CREATED'
            ? { hold_kind: payment ? 'payment' : 'choosing', held_until: at(heldFor) }
            : { reserved_at: at(-99) }
        const site = sites[device < 3 ? 0 : 1]
        const made = {
          site_id: site?.siteId,
          device_id: deviceIds[device],
          starts_at: at(from),
          ends_at: at(from + minutes),
          ...each,
          ...held,
        }
        ids.push(await insert(knex, 'reservations', made).catch(() => 0))
      }
      for (const { scope, from } of closed) {
        const of = {
          device: { device_id: deviceIds[0] },
          site: { site_id: sites[0]?.siteId },
          zone: { zone_id: sites[1]?.zoneId },
        }[scope]
        await insert(knex, 'maintenance_periods', {
          scope,
          ...of,
          reason: 'r',
          starts_at: at(from),
          ends_at: at(from + 30),
        })
      }
      const span = { start: at(start), end: at(start + 45) }
      const days = { start: at(start), end: at(start + 5 * 1_440) }
      for (const except of [null, ids[0] ?? null]) {
        const siteIds = sites.map(({ siteId }) => siteId)
        const whole = await readDeviceFacts(knex, { siteIds }, span, at(0), except)
        expect(whole).toHaveLength(6)
        expect(whole).toEqual(await readDeviceFacts(knex, { deviceIds }, span, at(0), except))
        // In a long span any claim is enough: which one is unspecified.
        const long = await readDeviceFacts(knex, { siteIds }, days, at(0), except)
        const one = await readDeviceFacts(knex, { deviceIds }, days, at(0), except)
        expect(long.map(whatDecides)).toEqual(one.map(whatDecides))
        expect(await readAlikeFacts(knex, siteIds, span, at(0), except)).toEqual(alike(whole))
        const counted = await readAlikeFacts(knex, siteIds, days, at(0), except)
        expect(total(counted)).toBe(long.length)
        expect(new Set(counted.map(decided))).toEqual(new Set(long.map(decided)))
      }
    }),
    { numRuns: 40 },
  )
})

it('stay right because a device with a future reservation stays at its site', async () => {
  const { knex } = database
  await knex('reservations').delete()
  const [device, elsewhere] = [deviceIds[0] ?? 0, sites[1]?.siteId]
  const made = { site_id: sites[0]?.siteId, device_id: device, state: 'RESERVED', reserved_at: at(0) }
  await insert(knex, 'reservations', { ...made, starts_at: at(-60), ends_at: at(-30) })
  await knex('devices').where({ id: device }).update({ site_id: elsewhere })
  await knex('devices').where({ id: device }).update({ site_id: sites[0]?.siteId })
  const id = await insert(knex, 'reservations', { ...made, starts_at: at(60), ends_at: at(90) })
  const move = () => knex('devices').where({ id: device }).update({ site_id: elsewhere })
  expect(await refusalOf(move())).toMatchObject({ code: '23514', constraint: 'devices_reserved_stay' })
  await knex('reservations').where({ id }).update({ state: 'STORNO' })
  expect(await move()).toBe(1)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { maintenanceEdges, publishMaintenanceEdges } from './publish-edges.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  await db.knex('outbox').delete()
})
afterAll(() => db.close())

it('publishes the beginning and end of maintenance once, for device, site and zone [MAINT-3]', async () => {
  const { rows } = await db.knex.raw('select now() as now')
  const now = (rows[0] as { now: Date }).now
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const device = world.own.gateway.devices[0]?.id
  await db.knex('maintenance_periods').insert([
    { scope: 'device', device_id: device, reason: 'a', starts_at: at(-10), ends_at: at(3_600) },
    { scope: 'zone', zone_id: world.foreign.id, reason: 'b', starts_at: at(-3_600), ends_at: at(-5) },
  ])
  expect(await publishMaintenanceEdges(db.knex, at(-20), at(-8))).toBe(1)
  expect(await publishMaintenanceEdges(db.knex, at(-8), at(0))).toBe(world.foreign.gateway.devices.length)
  expect(await publishMaintenanceEdges(db.knex, at(0), at(60))).toBe(0)
  const last = (await db.knex('outbox').orderBy('id').first()) as {
    changes: { id: number; view: { maintenance: boolean } }[]
  }
  expect(last.changes).toMatchObject([{ id: device, view: { maintenance: true } }])
})

it('publishes after a start what began during the outage, to clients that return by cursor [LIVE-6]', async () => {
  await db.knex('maintenance_periods').delete()
  const device = world.own.gateway.devices[1]?.id
  await db.knex('maintenance_periods').insert({
    scope: 'device',
    device_id: device,
    reason: 'c',
    starts_at: db.knex.raw(`now() - interval '20 minutes'`),
    ends_at: db.knex.raw(`now() + interval '1 hour'`),
  })
  const send = maintenanceEdges(db.knex, { resumeMinutes: 60 })
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
})

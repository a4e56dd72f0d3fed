import { afterAll, beforeAll, expect, it } from 'vitest'
import { read } from '../../contract/overview.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 1 })
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())

it('shows administrators the installation at a glance [ADM-23]', async () => {
  const { knex } = db
  await knex('tenants').where({ id: world.tenants.foreign }).update({ license_end: '2020-12-31' })
  const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000)
  await knex('gateways').where({ id: world.own.gateway.id }).update({ last_message_at: new Date(), linked: true })
  await knex('gateways')
    .where({ id: world.foreign.gateway.id })
    .update({ last_message_at: hoursAgo(4) })
  await insert(knex, 'malfunctions', {
    kind: 'gateway-silent',
    severity: 'error',
    gateway_id: world.foreign.gateway.id,
    opened_at: hoursAgo(1),
  })
  const line = { scope: 'jobs', message: 'x' }
  await insert(knex, 'database_logs', { ...line, level: 'error' })
  await insert(knex, 'database_logs', { ...line, level: 'error', at: hoursAgo(30) })
  await knex.raw(
    `insert into table_sizes (table_name, day, bytes) select 'readings', (now() at time zone 'UTC')::date - n, 1000000 - n * 1000 from generate_series(0, 10) n`,
  )
  const view = await calls.ask('admin', read, {})
  expect(view).toMatchObject({
    companies: { all: 2, licenceOver: 1 },
    sites: 2,
    gateways: { all: 2, linked: 1, silent: 1 },
    malfunctions: { open: 1, errors: 1 },
    today: { timeZone: 'Europe/Berlin', reservations: 0, revenueCents: 0 },
    jobs: { late: 0, failed: 0 },
    messages: { queued: 0, failed: 0 },
    log: { errors: 1, warnings: 0 },
    storage: { growthPerDay: 1_000 },
  })
  await expect(calls.ask('rm', read, {})).rejects.toThrow('not-authorized')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite, refusalOf } from '../testing/fixtures.ts'

let database: TestDatabase
let site: Planted
beforeAll(async () => {
  database = await createTestDatabase()
  site = await plantSite(database.knex, { devices: 3 })
})
afterAll(() => database.close())

const deviceCommand = (device: number, more: object = {}) => ({
  id: randomUUID(),
  device_id: site.deviceIds[device],
  gateway_id: site.gatewayId,
  action: 'open',
  allowed_by: 'operator',
  support_code: randomUUID(),
  deadline: new Date(Date.now() + 15_000),
  ...more,
})

it('has one command in flight per device, whatever runs at once [CTRL-8]', async () => {
  const { knex } = database
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => knex('device_commands').insert(deviceCommand(0))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const state of ['sent', 'taken']) {
    await knex('device_commands').where({ device_id: site.deviceIds[0] }).update({ state })
    expect(await refusalOf(knex('device_commands').insert(deviceCommand(0)))).toMatchObject({
      constraint: 'device_commands_one_in_flight',
    })
  }
  for (const state of ['confirmed', 'failed', 'expired', 'unknown', 'refused']) {
    await knex('device_commands')
      .where({ device_id: site.deviceIds[0], settled_at: null })
      .update({ state, settled_at: new Date() })
    await expect(knex('device_commands').insert(deviceCommand(0)), `after ${state}`).resolves.toBeDefined()
  }
})

it('issues a counter once per gateway', async () => {
  const { knex } = database
  await knex('device_commands').insert(deviceCommand(1, { counter: 5 }))
  expect(await refusalOf(knex('device_commands').insert(deviceCommand(2, { counter: 5 })))).toMatchObject({
    constraint: 'device_commands_counter_once',
  })
})

it('refuses a command without time left, closed without an end, or of an unknown kind', async () => {
  const { knex } = database
  for (const bad of [
    { deadline: new Date(0) },
    { state: 'confirmed' },
    { settled_at: new Date() },
    { action: 'explode' },
    { allowed_by: 'nobody' },
  ]) {
    expect(await refusalOf(knex('device_commands').insert(deviceCommand(2, bad)))).toMatchObject({ code: '23514' })
  }
})

it('has one open malfunction of a kind per device, and per gateway [GW-4]', async () => {
  const { knex } = database
  const device = {
    kind: 'low-voltage',
    severity: 'warning',
    device_id: site.deviceIds[0],
    gateway_id: site.gatewayId,
    site_id: site.siteId,
    opened_at: new Date(),
  }
  const gateway = {
    kind: 'gateway-silent',
    severity: 'error',
    gateway_id: site.gatewayId,
    site_id: site.siteId,
    opened_at: new Date(),
  }
  for (const [malfunction, constraint] of [
    [device, 'malfunctions_open_of_device'],
    [gateway, 'malfunctions_open_of_gateway'],
  ] as const) {
    const id = await insert(knex, 'malfunctions', malfunction)
    expect(await refusalOf(insert(knex, 'malfunctions', malfunction))).toMatchObject({ constraint })
    await knex('malfunctions').where({ id }).update({ closed_at: new Date() })
    await expect(insert(knex, 'malfunctions', malfunction)).resolves.toBeGreaterThan(id)
  }
})

it('finds the devices covered by a maintenance period of a device, a site or a zone, unless revoked [MAINT-1]', async () => {
  const { knex } = database
  const other = await plantSite(knex, { devices: 2 })
  const period = { reason: 'paint', starts_at: new Date() }
  const covered = async (id: number) =>
    (
      await many<{ device_id: number }>(
        knex,
        'SELECT device_id FROM device_maintenance WHERE maintenance_period_id = ? ORDER BY 1',
        [id],
      )
    ).map(({ device_id }) => device_id)
  expect(
    await covered(
      await insert(knex, 'maintenance_periods', { ...period, scope: 'device', device_id: other.deviceIds[1] }),
    ),
  ).toEqual([other.deviceIds[1]])
  expect(
    await covered(await insert(knex, 'maintenance_periods', { ...period, scope: 'site', site_id: other.siteId })),
  ).toEqual(other.deviceIds)
  const zone = await insert(knex, 'maintenance_periods', { ...period, scope: 'zone', zone_id: other.zoneId })
  expect(await covered(zone)).toEqual(other.deviceIds)
  await knex('maintenance_periods').where({ id: zone }).update({ revoked_at: new Date(), revoke_reason: 'done early' })
  expect(await covered(zone)).toEqual([])
  for (const bad of [
    { scope: 'zone' },
    { scope: 'device', site_id: other.siteId },
    { scope: 'site', site_id: other.siteId, ends_at: new Date(0) },
  ]) {
    expect(await refusalOf(insert(knex, 'maintenance_periods', { ...period, ...bad }))).toMatchObject({ code: '23514' })
  }
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, plantSite, refusalOf, stillReferenced } from '../testing/fixtures.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const versionOf = async (id: number) =>
  (await one<{ registry_version: number }>(database.knex, 'SELECT registry_version FROM gateways WHERE id = ?', [id]))
    .registry_version

it('raises the registry version of the affected gateways, once per statement', async () => {
  const { knex } = database
  const a = await plantSite(knex, { devices: 3 })
  const b = await plantSite(knex, { devices: 1 })
  expect([await versionOf(a.gatewayId), await versionOf(b.gatewayId)]).toEqual([3, 1])
  await knex('devices').where({ gateway_id: a.gatewayId }).update({ comment: 'all three' })
  expect([await versionOf(a.gatewayId), await versionOf(b.gatewayId)], 'update').toEqual([4, 1])
  await knex('devices').where({ id: a.deviceIds[0] }).update({ gateway_id: b.gatewayId })
  expect([await versionOf(a.gatewayId), await versionOf(b.gatewayId)], 'moved from one to the other').toEqual([5, 2])
  await knex('devices').where({ id: a.deviceIds[1] }).delete()
  expect([await versionOf(a.gatewayId), await versionOf(b.gatewayId)], 'delete').toEqual([6, 2])
  await knex('device_types').where({ type: 'PARKING_LOT' }).update({ report_interval_s: 300 })
  expect([await versionOf(a.gatewayId), await versionOf(b.gatewayId)], 'their type').toEqual([7, 3])
})

it('keeps a hardware id unique within its gateway, and frees it when the device is retired [ADM-6]', async () => {
  const { knex } = database
  const a = await plantSite(knex)
  const b = await plantSite(knex)
  const [id] = a.deviceIds
  const { hardware_id, device_type_id } = await one<{ hardware_id: string; device_type_id: number }>(
    knex,
    'SELECT * FROM devices WHERE id = ?',
    [id ?? 0],
  )
  const twin = (gateway_id: number) =>
    insert(knex, 'devices', { name: 'Twin', hardware_id, device_type_id, gateway_id, site_id: a.siteId })
  expect(await refusalOf(twin(a.gatewayId))).toMatchObject({
    code: '23505',
    constraint: 'devices_hardware_id_in_gateway',
  })
  await expect(twin(b.gatewayId)).resolves.toBeGreaterThan(0)
  await knex('devices').where({ id }).update({ retired_at: new Date() })
  await expect(twin(a.gatewayId)).resolves.toBeGreaterThan(0)
})

it('keeps the internal barrier number unique and present [ADM-7]', async () => {
  const { knex } = database
  const { siteId } = await plantSite(knex)
  const barrier = { description: 'North', type: 'entrance', site_id: siteId }
  await insert(knex, 'barriers', { ...barrier, path_number: 7 })
  expect(await refusalOf(insert(knex, 'barriers', { ...barrier, path_number: 7 }))).toMatchObject({ code: '23505' })
  expect(await refusalOf(insert(knex, 'barriers', barrier))).toMatchObject({ code: '23502' })
  expect(await refusalOf(insert(knex, 'barriers', { ...barrier, path_number: 8, type: 'both' }))).toMatchObject({
    code: '23514',
  })
})

it('allows two live tokens of a gateway while rotating, not three', async () => {
  const { knex } = database
  const { gatewayId } = await plantSite(knex)
  const token = () =>
    insert(knex, 'gateway_tokens', { gateway_id: gatewayId, token_hash: randomBytes(32), order_key: randomBytes(32) })
  const first = await token()
  await token()
  expect(await refusalOf(token())).toMatchObject({ constraint: 'gateway_tokens_at_most_two' })
  await knex('gateway_tokens').where({ id: first }).update({ revoked_at: new Date() })
  await expect(token()).resolves.toBeGreaterThan(0)
  expect(await refusalOf(knex('gateway_tokens').where({ id: first }).update({ revoked_at: null }))).toMatchObject({
    code: '23514',
  })
})

it('accepts 45 characters of a site name, and its full name beside it', async () => {
  const { knex } = database
  const name = 'S'.repeat(45)
  await expect(insert(knex, 'sites', { name, full_name: `${name} and more of it` })).resolves.toBeGreaterThan(0)
  expect(await refusalOf(insert(knex, 'sites', { name: `${name}S` }))).toMatchObject({
    code: '23514',
    constraint: 'sites_name_check',
  })
})

it('keeps a gateway, a site and a type while devices depend on them', async () => {
  const { knex } = database
  const { gatewayId, siteId } = await plantSite(knex)
  expect((await refusalOf(knex('gateways').where({ id: gatewayId }).delete())).code).toMatch(stillReferenced)
  expect((await refusalOf(knex('sites').where({ id: siteId }).delete())).code).toMatch(stillReferenced)
  expect((await refusalOf(knex('device_types').where({ type: 'PARKING_LOT' }).delete())).code).toMatch(stillReferenced)
})

it('refuses controls and methods that no device supports', async () => {
  const { knex } = database
  const type = { type: 'X', display_name: 'X', plural_name: 'X' }
  expect(await refusalOf(insert(knex, 'device_types', { ...type, controls: ['open', 'explode'] }))).toMatchObject({
    code: '23514',
  })
  const method = { name: 'x', display_name: 'X', attributes: ['open', 'shout'] }
  expect(await refusalOf(insert(knex, 'device_access_methods', method))).toMatchObject({ code: '23514' })
})

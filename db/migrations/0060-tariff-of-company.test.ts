import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, type Planted, plantSite } from '../testing/fixtures.ts'

let database: TestDatabase
let own: Planted
let other: Planted
let ownTariff: number
let otherTariff: number
beforeAll(async () => {
  database = await createTestDatabase()
  own = await plantSite(database.knex)
  other = await plantSite(database.knex)
  ownTariff = await tariffOf(own)
  otherTariff = await tariffOf(other)
})
afterAll(() => database.close())

const tariffOf = ({ tenantId }: Planted) => insert(database.knex, 'tariffs', { name: 'T', tenant_id: tenantId })
const accessTime = (tariffId: number | null, knex: Knex = database.knex) =>
  insert(knex, 'events', { zone_id: own.zoneId, name: 'E', starts_on: '2026-01-01', tariff_id: tariffId })
const foreign = { constraint: 'events_tariff_of_company' }

it('an access time takes no tariff, or one of the company of its zone [ADM-18] [EVT-1]', async () => {
  const id = await accessTime(null)
  await accessTime(ownTariff)
  await expect(accessTime(otherTariff)).rejects.toMatchObject(foreign)
  const event = () => database.knex('events').where({ id })
  await expect(event().update({ tariff_id: otherTariff })).rejects.toMatchObject(foreign)
  await event().update({ tariff_id: ownTariff })
  await expect(event().update({ zone_id: other.zoneId })).rejects.toMatchObject(foreign)
  await event().update({ zone_id: other.zoneId, tariff_id: otherTariff })
})

it('a tariff that is not there stays a matter of its foreign key', async () => {
  await expect(accessTime(999_999)).rejects.toMatchObject({ constraint: 'events_tariff_id_fkey' })
})

it('neither the zone nor the tariff of an access time moves to another company', async () => {
  await accessTime(ownTariff)
  const moved = { tenant_id: other.tenantId }
  await expect(database.knex('zones').where({ id: own.zoneId }).update(moved)).rejects.toMatchObject(foreign)
  await expect(database.knex('tariffs').where({ id: ownTariff }).update(moved)).rejects.toMatchObject(foreign)
})

it('a zone that moves while an access time is added waits for it', async () => {
  const zoneId = await insert(database.knex, 'zones', { name: 'Moving', tenant_id: own.tenantId })
  const adding = await database.knex.transaction()
  await insert(adding, 'events', { zone_id: zoneId, name: 'E', starts_on: '2026-01-01', tariff_id: ownTariff })
  const moving = database.knex('zones').where({ id: zoneId }).update({ tenant_id: other.tenantId })
  const refused = moving.then(
    () => null,
    (error: unknown) => error,
  )
  await adding.commit()
  expect(await refused).toMatchObject(foreign)
})

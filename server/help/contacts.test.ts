import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contacts } from '../../contract/help.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from '../reservations/testing/booking-world.ts'
import contactsHandler from './contacts.ts'

let database: TestDatabase
let world: BookingWorld
let other: BookingWorld
let person: TestPerson
const handlers = [contactsHandler]
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { places: 1, handlers })
  other = await bookingWorld(database.knex, { places: 1, handlers })
  person = await world.person()
})
afterAll(() => database.close())

const zone = (id: number, change: object) => database.knex('zones').where({ id }).update(change)
const sitesOf = async (asked: { query?: string } = {}) => done(await person.ask(contacts, asked)).sites

beforeEach(async () => {
  await zone(world.zoneId, { additional_support_info: 'Call 0800 1', translations: {}, private: false })
  await zone(other.zoneId, { additional_support_info: 'Call 0800 2', readable_without_login: false })
  await database.knex('reservations').delete()
})

describe('the contacts of the sites', () => {
  it('are those of the sites that a person may see, in their language [NAV-8] [TRANS-1]', async () => {
    expect(await sitesOf()).toMatchObject([{ siteId: world.siteId, text: 'Call 0800 1', mine: false }])
    await zone(world.zoneId, { translations: { de: { additionalSupportInfo: 'Rufen Sie 0800 1 an' } } })
    await database.knex('users').where({ id: person.userId }).update({ language: 'de' })
    expect(await sitesOf()).toMatchObject([{ text: 'Rufen Sie 0800 1 an' }])
    await zone(other.zoneId, { readable_without_login: true })
    expect(new Set((await sitesOf()).map(({ siteId }) => siteId))).toEqual(new Set([world.siteId, other.siteId]))
  })

  it('include the site of a reservation, first of all, even if its zone is closed by now [NAV-8]', async () => {
    await database.knex('reservations').insert({
      site_id: other.siteId,
      device_id: other.deviceIds[0],
      user_id: person.userId,
      state: 'RESERVED',
      reserved_at: new Date(),
      starts_at: new Date(Date.now() - 3_600_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    expect(await sitesOf()).toMatchObject([
      { siteId: other.siteId, text: 'Call 0800 2', mine: true },
      { siteId: world.siteId, mine: false },
    ])
  })

  it('are found by a part of name or address; those without a contact are left out [NAV-8]', async () => {
    const location_id = await insert(database.knex, 'locations', { address: 'Hauptstraße 5', city: 'Esslingen' })
    await database.knex('sites').where({ id: world.siteId }).update({ location_id })
    expect(await sitesOf({ query: 'esslin' })).toMatchObject([{ siteId: world.siteId, city: 'Esslingen' }])
    expect(await sitesOf({ query: '%' })).toEqual([])
    await zone(world.zoneId, { additional_support_info: null })
    expect(await sitesOf()).toEqual([])
    await database.knex('locations').where({ id: location_id }).update({ additional_support_info: 'Ask the guard' })
    expect(await sitesOf()).toMatchObject([{ text: 'Ask the guard' }])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { places } from '../../contract/reservations/book.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import placesHandler from './places.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from './testing/booking-world.ts'

const day = 24 * 60 * 60_000
let database: TestDatabase
let world: BookingWorld
let person: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { places: 1, handlers: [placesHandler] })
  person = await world.person()
})
afterAll(() => database.close())

it('the support information of a site is that of its zone, in the person’s language [TRANS-1]', async () => {
  const noon = Math.ceil(Date.now() / day) * day + day + day / 2
  const span = { start: new Date(noon).toISOString(), end: new Date(noon + 60 * 60_000).toISOString() }
  const supportInfoIn = async (language: string) => {
    await database.knex('users').where({ id: person.userId }).update({ language })
    return done(await person.ask(places, { siteId: world.siteId, ...span })).site.supportInfo
  }
  const translations = { de: { additionalSupportInfo: 'Rufen Sie 0800 1 an' } }
  await database
    .knex('zones')
    .where({ id: world.zoneId })
    .update({ additional_support_info: 'Call 0800 1', translations })
  expect(await supportInfoIn('en')).toBe('Call 0800 1')
  expect(await supportInfoIn('de')).toBe('Rufen Sie 0800 1 an')
  expect(await supportInfoIn('fr')).toBe('Call 0800 1')
})

it('what a site and its location say is told in the person’s language [TRANS-1]', async () => {
  const noon = Math.ceil(Date.now() / day) * day + day + day / 2
  const span = { start: new Date(noon).toISOString(), end: new Date(noon + 60 * 60_000).toISOString() }
  const siteIn = async (language: string) => {
    await database.knex('users').where({ id: person.userId }).update({ language })
    const { directions, description, supportInfo } = done(
      await person.ask(places, { siteId: world.siteId, ...span }),
    ).site
    return { directions, description, supportInfo }
  }
  await database.knex('zones').where({ id: world.zoneId }).update({ additional_support_info: null, translations: {} })
  const location_id = await insert(database.knex, 'locations', {
    additional_support_info: 'Ask the guard',
    translations: { de: { additionalSupportInfo: 'Fragen Sie den Pförtner' } },
  })
  await database
    .knex('sites')
    .where({ id: world.siteId })
    .update({
      location_id,
      directions: 'Left',
      description: 'By the water',
      translations: { de: { directions: 'Links', description: 'Am Wasser' } },
    })
  expect(await siteIn('fr')).toEqual({ directions: 'Left', description: 'By the water', supportInfo: 'Ask the guard' })
  expect(await siteIn('de')).toEqual({
    directions: 'Links',
    description: 'Am Wasser',
    supportInfo: 'Fragen Sie den Pförtner',
  })
})

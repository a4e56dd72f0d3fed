import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hold, places } from '../../contract/reservations/book.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import holdHandler from './hold.ts'
import placesHandler from './places.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from './testing/booking-world.ts'

let database: TestDatabase
let world: BookingWorld
let person: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { places: 3, handlers: [holdHandler, placesHandler] })
  person = await world.person()
})
afterAll(() => database.close())

const day = 86_400_000
const start = Math.ceil(Date.now() / day) * day + 1.5 * day
const span = { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }

describe('the shown details of a place', () => {
  const place = (n: number) => world.deviceIds[n] ?? 0

  it('are the distinct access methods in order, and the position, as far as both are known', async () => {
    const ways = [
      ['open', 'pin'],
      ['close', 'open'],
    ]
    for (const attributes of ways) {
      const method = { name: `by ${attributes.join()} ${world.siteId}`, display_name: 'By hand', attributes }
      const access_method_id = await insert(database.knex, 'device_access_methods', method)
      await database.knex('device_method_links').insert({ device_id: place(0), access_method_id })
    }
    const drawn = { upper_left_x_mm: 100, upper_left_y_mm: 200, width_mm: 300, height_mm: 400 }
    await database
      .knex('devices')
      .where({ id: place(1) })
      .update(drawn)
    await database
      .knex('devices')
      .where({ id: place(2) })
      .update({ upper_left_x_mm: 100 })
    const shown = done(await person.ask(places, { siteId: world.siteId, ...span })).places
    expect(shown.map(({ device, position }) => ({ access: device.access, position }))).toEqual([
      { access: ['close', 'open', 'pin'], position: null },
      { access: [], position: { x: 100, y: 200, width: 300, height: 400 } },
      { access: [], position: null },
    ])
    const held = done(await person.send(hold, { siteId: world.siteId, deviceId: place(0), ...span }))
    expect(shown[0]?.device, 'as the reservation says it').toEqual(held.reservation.device)
  })
})

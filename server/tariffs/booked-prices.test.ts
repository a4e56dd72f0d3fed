import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finalize, hold, search } from '../../contract/reservations/book.ts'
import { cancel, extend, extension } from '../../contract/reservations.ts'
import { edit, read, remove } from '../../contract/tariffs.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import searchHandler from '../reservations/search.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from '../reservations/testing/booking-world.ts'
import { balanceOf, book, hour, lifeHandlers, operator } from '../reservations/testing/life.ts'
import editHandler from './edit.ts'
import readHandler from './read.ts'
import removeHandler from './remove.ts'

const handlers = [...lifeHandlers, searchHandler, editHandler, readHandler, removeHandler]
let db: TestDatabase
let world: BookingWorld
let manager: TestPerson
let tariffId: number
beforeAll(async () => {
  db = await createTestDatabase()
})
beforeEach(async () => {
  world = await bookingWorld(db.knex, { places: 3, handlers })
  manager = await operator(db.knex, world)
  const { tariff_id } = (await db.knex('events').where({ id: world.eventId }).first('tariff_id')) as {
    tariff_id: number
  }
  tariffId = tariff_id
})
afterAll(() => db.close())

/** The manager makes everything dearer, as on the screen: an hour costs 4 € instead of 1.50 €, a day 20 € instead of 6 €. */
async function raisePrices(): Promise<void> {
  const { version, name, description } = done(await manager.ask(read, { tariffId }))
  const stages = [
    { untilMinutes: 60, priceCents: 400 },
    { untilMinutes: 1_440, priceCents: 2_000 },
  ]
  done(await manager.send(edit, { tariffId, version, name, description, stages }))
}
const priceNow = async (person: TestPerson) =>
  done(await person.ask(search, { start: hour(26), end: hour(27), siteId: world.siteId })).sites[0]?.fromCents

describe('an edit of a tariff', () => {
  it('leaves alone what is booked: its price, what extending costs, what cancelling brings back [ADM-18] [BOOK-6]', async () => {
    const person = await world.person(1_000)
    const booked = await book(person, world)
    await raisePrices()
    const { price_cents } = (await db.knex('reservations').where({ id: booked.id }).first('price_cents')) as {
      price_cents: number
    }
    expect(price_cents).toBe(150)
    const end = hour(26)
    const { priceCents } = done(await person.ask(extension, { reservationId: booked.id, end }))
    expect(priceCents).toBe(600 - 150)
    done(await person.send(extend, { reservationId: booked.id, end, paymentMethod: 'credit', priceCents }))
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000 - 600)
    const later = await book(await world.person(), world)
    expect(later.priceCents).toBe(400)
  })

  it('leaves alone what is held: it is booked at the price that was shown [ADM-18] [BOOK-6]', async () => {
    const person = await world.person(1_000)
    const { reservation } = done(await person.send(hold, { siteId: world.siteId, start: hour(26), end: hour(27) }))
    await raisePrices()
    const paid = { reservationId: reservation.id, paymentMethod: 'credit', priceCents: 150 } as const
    expect(done(await person.send(finalize, paid)).reservation.priceCents).toBe(150)
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000 - 150)
    done(await person.send(cancel, { reservationId: reservation.id, refundCents: 150 }))
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000)
  })

  it('counts for what is searched and held from then on [ADM-18] [BOOK-6]', async () => {
    const person = await world.person(1_000)
    expect(await priceNow(person)).toBe(150)
    await raisePrices()
    expect(await priceNow(person)).toBe(400)
    expect((await book(person, world)).priceCents).toBe(400)
    expect(await balanceOf(db.knex, person.userId)).toBe(1_000 - 400)
  })
})

it('the removal of a tariff leaves alone the price of what is booked [ADM-18]', async () => {
  const person = await world.person(1_000)
  const booked = await book(person, world)
  await db.knex('events').where({ id: world.eventId }).update({ tariff_id: null })
  const { version } = done(await manager.ask(read, { tariffId }))
  done(await manager.send(remove, { tariffId, version }))
  const { priceCents } = done(await person.ask(extension, { reservationId: booked.id, end: hour(26) }))
  expect(priceCents).toBe(600 - 150)
})

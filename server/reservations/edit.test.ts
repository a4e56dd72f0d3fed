import { afterAll, beforeAll, expect, it } from 'vitest'
import { edit, extend } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from './testing/booking-world.ts'
import { book, hour, lifeHandlers } from './testing/life.ts'
import { readReservations } from './view.ts'

let db: TestDatabase
let world: BookingWorld
let person: TestPerson
let ids: [number, number]
beforeAll(async () => {
  db = await createTestDatabase()
  world = await bookingWorld(db.knex, { handlers: lifeHandlers, event: { licence_plate_mandatory: false } })
  person = await world.person()
  const first = await book(person, world)
  const request = { reservationId: first.id, end: hour(27), paymentMethod: 'credit', priceCents: 450 } as const
  ids = [first.id, done(await person.send(extend, request)).reservation.id]
})
afterAll(() => db.close())

const notes = async () => (await readReservations(db.knex, ids)).map(({ view }) => view.note)

it('changes all parts of an extended stay with one command [RES-3]', async () => {
  done(await person.send(edit, { reservationId: ids[0], alsoIds: [ids[1]], note: 'Blue bike' }))
  expect(await notes()).toEqual(['Blue bike', 'Blue bike'])
})

it('changes no part when one of them cannot be changed', async () => {
  const before = await notes()
  const answer = await person.send(edit, { reservationId: ids[0], alsoIds: [ids[1], 999_999], note: 'Red bike' })
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'not-found' } })
  expect(await notes()).toEqual(before)
})

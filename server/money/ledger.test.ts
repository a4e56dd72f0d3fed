import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import finalizeHandler from '../reservations/finalize.ts'
import holdHandler from '../reservations/hold.ts'
import { type BookingWorld, bookingWorld, done, refusedWith } from '../reservations/testing/booking-world.ts'
import { hour } from '../reservations/testing/life.ts'

let database: TestDatabase
let world: BookingWorld
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { handlers: [holdHandler, finalizeHandler] })
})
afterAll(() => database.close())

it('books nothing when there is nobody to be paid [PAY-1]', async () => {
  const person = await world.person(1_000)
  const { id, priceCents } = done(
    await person.send(hold, { siteId: world.siteId, start: hour(24), end: hour(25) }),
  ).reservation
  await database.knex.raw(`update reservations set rules = rules || '{"tenantId": 999999}' where id = ?`, [id])
  const paid = await person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
  expect(refusedWith(paid)).toBe('payment-not-offered')
  expect(await one(database.knex, 'select state, payment_method from reservations where id = ?', [id])).toEqual({
    state: 'CREATED',
    payment_method: null,
  })
})

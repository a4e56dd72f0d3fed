import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { done, refusedWith } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import { choose, freshHour, goToPay, type PaymentWorld, pass, paymentWorld } from './testing/payment-world.ts'

let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
  world = await paymentWorld(database.knex)
})
afterAll(() => database.close())

it('limits a person to three waiting payments, so that nobody hoards places [HOLD-1] [PAY-1]', async () => {
  const person = await world.person(1_000)
  const begun = [await goToPay(world, { person }), await goToPay(world, { person }), await goToPay(world, { person })]
  const { id, priceCents } = done(
    await person.send(hold, { siteId: world.siteId, ...freshHour(), deviceId: world.deviceIds[0] }),
  ).reservation
  const card = { reservationId: id, paymentMethod: 'card', priceCents } as const
  expect(refusedWith(await person.send(finalize, card))).toBe('too-many-payments')
  const [first, second] = begun
  await choose(world, first?.id ?? 0, 'pay')
  await learn(world.desk, first?.id ?? 0)
  expect(done(await person.send(finalize, card)).payment).toMatchObject({ state: 'pending' })
  await pass(world, second?.id ?? 0, 10 * 60 + 121)
  const next = done(await person.send(hold, { siteId: world.siteId, ...freshHour() })).reservation
  expect(done(await person.send(finalize, { ...card, reservationId: next.id })).payment).not.toBeNull()
  const other = done(await person.send(hold, { siteId: world.siteId, ...freshHour() })).reservation
  const credit = { reservationId: other.id, paymentMethod: 'credit', priceCents } as const
  expect(done(await person.send(finalize, credit)).reservation.state).toBe('RESERVED')
})

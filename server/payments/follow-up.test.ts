import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { cancel, extend } from '../../contract/reservations.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { done, refusedWith, type TestPerson } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import { choose, doJobs, freshHour, kept, type PaymentWorld, pass, paymentWorld } from './testing/payment-world.ts'

/** Extending by card: the follow-up waits for its money, and the reservation before it waits for the follow-up. */
let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
  world = await paymentWorld(database.knex)
})
afterAll(() => database.close())

const place = (n: number) => world.deviceIds[n] ?? 0
const later = (iso: string, hours: number) => new Date(new Date(iso).getTime() + hours * 3_600_000).toISOString()

/** Somebody who has booked an hour on the first place. */
async function booked(): Promise<{ person: TestPerson; id: number; end: string }> {
  const person = await world.person(1_000)
  const span = freshHour()
  const { reservation } = done(await person.send(hold, { siteId: world.siteId, ...span, deviceId: place(0) }))
  const paid = { reservationId: reservation.id, paymentMethod: 'credit', priceCents: 150 } as const
  done(await person.send(finalize, paid))
  return { person, id: reservation.id, end: span.end }
}

/** Starts paying for another half hour by card, at a place; the session is open. */
async function extendByCard(person: TestPerson, id: number, end: string, deviceId = place(0)) {
  const request = { reservationId: id, end, deviceId, paymentMethod: 'card', priceCents: 450 } as const
  const { reservation, payment } = done(await person.send(extend, request))
  const { id: paymentId } = await one<{ id: number }>(database.knex, 'select id from payments where api_id = ?', [
    payment?.id ?? '',
  ])
  await doJobs(world)
  return { followUp: reservation.id, paymentId }
}
const stateOf = async (id: number) =>
  (await one<{ state: string }>(database.knex, 'select state from reservations where id = ?', [id])).state

describe('a follow-up during its payment', () => {
  it('can be requested again, also elsewhere, when its payment has expired and nobody has cleared it [RES-4] [HOLD-1]', async () => {
    const { person, id, end } = await booked()
    const first = await extendByCard(person, id, later(end, 1))
    await pass(world, first.paymentId, 10 * 60 + 121)
    const again = await extendByCard(person, id, later(end, 1), place(1))
    expect(await stateOf(first.followUp)).toBe('CANCELED')
    await choose(world, again.paymentId, 'pay')
    await learn(world.desk, again.paymentId)
    expect(await stateOf(again.followUp)).toBe('RESERVED')
  })

  it('blocks cancelling and extending the reservation before it while its money may arrive [RES-4] [RES-5]', async () => {
    const { person, id, end } = await booked()
    const { followUp, paymentId } = await extendByCard(person, id, later(end, 1))
    await choose(world, paymentId, 'pay')
    await pass(world, paymentId, 10 * 60 + 30)
    expect(refusedWith(await person.send(cancel, { reservationId: id, refundCents: 150 }))).toBe('reservation-extended')
    const elsewhere = { reservationId: id, end: later(end, 2), deviceId: place(1) }
    const request = { ...elsewhere, paymentMethod: 'credit', priceCents: 450 } as const
    expect(refusedWith(await person.send(extend, request))).toBe('reservation-extended')
    await learn(world.desk, paymentId)
    expect(await stateOf(followUp)).toBe('RESERVED')
    expect(await kept(world, paymentId)).toMatchObject({ state: 'succeeded', outcome: 'reserved' })
  })

  it('never continues a cancelled reservation, however late its money arrives [RES-5]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { person, id, end } = await booked()
      const { followUp, paymentId } = await extendByCard(person, id, later(end, 1))
      await choose(world, paymentId, 'pay')
      await pass(world, paymentId, 10 * 60 + 121)
      await Promise.all([person.send(cancel, { reservationId: id, refundCents: 150 }), learn(world.desk, paymentId)])
      const { wrong } = await one<{ wrong: number }>(
        database.knex,
        `select count(*)::int as wrong from reservations r join reservations p on p.id = r.follows_id
         where p.id = ? and r.state = 'RESERVED' and p.state <> 'RESERVED'`,
        [id],
      )
      expect(wrong, `round ${round}: ${await stateOf(id)}, ${await stateOf(followUp)}`).toBe(0)
    }
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finalize } from '../../contract/reservations/book.ts'
import { extend } from '../../contract/reservations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeJobsDue } from '../jobs/testing/run-jobs.ts'
import { done } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import { releaseHolds } from './release-holds.ts'
import { settlePayment } from './settle.ts'
import {
  balanceOf,
  choose,
  doJobs,
  goToPay,
  kept,
  movements,
  type PaymentWorld,
  pass,
  paymentWorld,
  takeMeanwhile,
} from './testing/payment-world.ts'
import { paymentWork } from './work.ts'

let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await paymentWorld(database.knex)
})
afterAll(() => database.close())
beforeEach(() => Object.assign(world.mood, { away: false, refundsRefused: false }))

const tick = (name: string) => {
  const { ticks } = paymentWork({ provider: world.desk.provider, alone: async () => {} }, world.desk, new Date())
  return ticks.find((each) => each.name === name)?.run()
}
const place = (n: number) => world.deviceIds[n] ?? 0
const price = 150
/** A payment that arrives only after its hold was released. */
const lateMoney = async () => {
  const begun = await goToPay(world)
  await choose(world, begun.id, 'late')
  await pass(world, begun.id, 601)
  await releaseHolds(world.desk)
  expect(await kept(world, begun.id)).toMatchObject({ state: 'expired', reservationState: 'CANCELED', timedOut: true })
  await pass(world, begun.id, 30)
  return begun
}

describe('money that arrives after the place was released', () => {
  it('books the same place again if it is free, with everything that was bought [HOLD-2]', async () => {
    const begun = await lateMoney()
    await learn(world.desk, begun.id)
    const after = await kept(world, begun.id)
    expect(after).toMatchObject({
      state: 'succeeded',
      outcome: 'reserved',
      reservationState: 'RESERVED',
      deviceId: place(0),
    })
    expect(after.reservationId).not.toBe(begun.reservation.id)
    const same = 'select rules, price_cents, event_id, starts_at, ends_at, user_id from reservations where id = ?'
    expect(await one(database.knex, same, [after.reservationId ?? 0])).toEqual(
      await one(database.knex, same, [begun.reservation.id]),
    )
  })

  it('books an equivalent place if the first one is taken [HOLD-2]', async () => {
    const begun = await lateMoney()
    await takeMeanwhile(world, begun, 0)
    await Promise.all([learn(world.desk, begun.id), learn(world.desk, begun.id)])
    const after = await kept(world, begun.id)
    expect(after).toMatchObject({ state: 'succeeded', outcome: 'moved', reservationState: 'RESERVED' })
    expect([place(1), place(2)]).toContain(after.deviceId)
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `booking ${price}`])
  })

  it('is refunded to the card automatically, once, if nothing is left [PAY-4]', async () => {
    const begun = await lateMoney()
    for (const n of [0, 1, 2]) await takeMeanwhile(world, begun, n)
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', outcome: 'refunded', refundedCents: price })
    world.mood.away = true
    await doJobs(world)
    world.mood.away = false
    const waiting = await one<{ state: string }>(
      database.knex,
      'select state from payment_refunds where payment_id = ?',
      [begun.id],
    )
    expect(waiting.state).toBe('pending')
    const jobs = `select attempts, extract(epoch from run_at - created_at)::int as wait from graphile_worker.jobs where task_identifier = 'payments.refund'`
    expect(await many(database.knex, jobs)).toEqual([{ attempts: 0, wait: 30 }])
    expect(world.calls.filter((call) => call === 'refund')).toHaveLength(1)
    // Simulates that every attempt was interrupted.
    await database.knex.raw('update graphile_worker._private_jobs set attempts = max_attempts where run_at > now()')
    await tick('payments.reconcile')
    for (const _ of [1, 2]) {
      await makeJobsDue(database.knex)
      await doJobs(world)
    }
    const books = await one(
      database.knex,
      `select t.refunded_cents as cents, (select count(*)::int from test_refunds r where r.session_id = t.session_id) as refunds,
         (select state from payment_refunds where payment_id = p.id) as state
       from payments p join test_payments t using (session_id) where p.id = ?`,
      [begun.id],
    )
    expect(books).toEqual({ cents: price, refunds: 1, state: 'succeeded' })
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `payout ${price}`])
    expect(await balanceOf(world, begun.person.userId)).toBe(0)
  })

  it('becomes credit if the card refuses the refund [PAY-4]', async () => {
    const begun = await lateMoney()
    for (const n of [0, 1, 2]) await takeMeanwhile(world, begun, n)
    await learn(world.desk, begun.id)
    world.mood.refundsRefused = true
    for (const _ of [1, 2]) await doJobs(world)
    expect(await kept(world, begun.id)).toMatchObject({ outcome: 'credited', refundedCents: 0 })
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `payout ${price}`, `correction ${price}`])
    expect(await balanceOf(world, begun.person.userId)).toBe(price)
  })

  it('is refunded if the place was paid in another way meanwhile: nobody pays twice [PAY-4]', async () => {
    const begun = await goToPay(world, { person: await world.person(1_000) })
    await choose(world, begun.id, 'late')
    await settleAs(begun.id, 'expired')
    const credit = { reservationId: begun.reservation.id, paymentMethod: 'credit', priceCents: price } as const
    done(await begun.person.send(finalize, credit))
    await pass(world, begun.id, 700)
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ outcome: 'refunded', reservationState: 'RESERVED' })
    expect(await balanceOf(world, begun.person.userId)).toBe(1_000 - price)
  })

  it('books a place that is still held, though the provider had reported the session as closed', async () => {
    const begun = await goToPay(world)
    await settleAs(begun.id, 'expired')
    expect(await kept(world, begun.id)).toMatchObject({ state: 'canceled', holdKind: 'choosing' })
    await choose(world, begun.id, 'pay')
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'succeeded',
      outcome: 'reserved',
      reservationState: 'RESERVED',
    })
  })

  it('books no place whose time began long ago', async () => {
    const begun = await lateMoney()
    await database.knex.raw(
      `update reservations set starts_at = now() - interval '16 min', ends_at = now() + interval '44 min' where id = ?`,
      [begun.reservation.id],
    )
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ outcome: 'refunded' })
  })
})

describe('an extension by card', () => {
  const extendByCard = async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'pay')
    await learn(world.desk, begun.id)
    const end = new Date(Date.parse(begun.span.end) + 3_600_000).toISOString()
    const request = { reservationId: begun.reservation.id, end, paymentMethod: 'card' } as const
    const wrong = await begun.person.send(extend, { ...request, priceCents: 0 })
    const priceCents = wrong.ok ? 0 : Number(wrong.refusal.params?.['priceCents'])
    const { reservation, payment } = done(await begun.person.send(extend, { ...request, priceCents }))
    const { id } = await one<{ id: number }>(database.knex, 'select id from payments where api_id = ?', [
      payment?.id ?? '',
    ])
    await doJobs(world)
    return { id, first: begun.reservation.id, followUp: reservation.id, priceCents }
  }
  const followUpOf = (id: number) =>
    many<{ state: string }>(database.knex, `select state from reservations where follows_id = ? order by id`, [id])

  it('is connected when it is paid, and dropped when the card is refused [RES-5]', async () => {
    const paid = await extendByCard()
    await choose(world, paid.id, 'pay')
    await learn(world.desk, paid.id)
    expect(await kept(world, paid.id)).toMatchObject({ outcome: 'reserved', reservationState: 'RESERVED' })
    expect(await movements(world, paid.id)).toEqual([`top-up ${paid.priceCents}`, `extension ${paid.priceCents}`])
    const refused = await extendByCard()
    await choose(world, refused.id, 'refuse')
    await learn(world.desk, refused.id)
    expect(await kept(world, refused.id)).toMatchObject({
      state: 'failed',
      reservationState: 'CANCELED',
      timedOut: false,
    })
  })

  it('continues the stay even if it is paid late, while the stay exists [RES-5] [PAY-4]', async () => {
    const late = async () => {
      const extension = await extendByCard()
      await choose(world, extension.id, 'late')
      await pass(world, extension.id, 601)
      await releaseHolds(world.desk)
      await pass(world, extension.id, 30)
      return extension
    }
    const taken = await late()
    await learn(world.desk, taken.id)
    expect(await kept(world, taken.id)).toMatchObject({ outcome: 'reserved', reservationState: 'RESERVED' })
    expect((await followUpOf(taken.first)).map(({ state }) => state)).toEqual(['CANCELED', 'RESERVED'])
    const gone = await late()
    await database.knex('reservations').where({ id: gone.first }).update({ state: 'STORNO' })
    await learn(world.desk, gone.id)
    expect(await kept(world, gone.id)).toMatchObject({ outcome: 'refunded', reservationState: 'CANCELED' })
  })
})

async function settleAs(paymentId: number, state: 'expired' | 'refused'): Promise<void> {
  await database.knex.transaction((trx) => settlePayment(trx, paymentId, { state, paymentId: null }, new Date()))
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { addJob } from '../jobs/add-job.ts'
import { makeJobsDue } from '../jobs/testing/run-jobs.ts'
import { expireHolds } from '../reservations/expire.ts'
import { done, refusedWith } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import { openAgain } from './open-session.ts'
import { releaseHolds } from './release-holds.ts'
import { settlePayment } from './settle.ts'
import {
  balanceOf,
  choose,
  doJobs,
  freshHour,
  goToPay,
  kept,
  movements,
  type PaymentWorld,
  pass,
  payByCard,
  paymentWorld,
  takeMeanwhile,
} from './testing/payment-world.ts'

let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await paymentWorld(database.knex)
})
afterAll(() => database.close())
beforeEach(() => Object.assign(world.mood, { away: false, refundsRefused: false }))

const place = (n: number) => world.deviceIds[n] ?? 0
const price = 150
describe('a card payment while the place is held', () => {
  it('waits with its page open, and books the place when it is paid [PAY-1] [HOLD-2]', async () => {
    const begun = await goToPay(world)
    expect(begun.reservation).toMatchObject({ state: 'CREATED', hold: { kind: 'payment' } })
    expect(begun.payment).toMatchObject({ state: 'pending', amountCents: price, url: null })
    const { url } = await one<{ url: string }>(database.knex, 'select url from payments where id = ?', [begun.id])
    expect(url).toMatch(/^http:\/\/pay\.example\/test-payment\/tps_[\w-]{32}$/)
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending', reservationState: 'CREATED' })
    await choose(world, begun.id, 'pay')
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'succeeded',
      outcome: 'reserved',
      reservationState: 'RESERVED',
      reservationId: begun.reservation.id,
    })
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `booking ${price}`])
    expect(await balanceOf(world, begun.person.userId)).toBe(0)
  })

  it('settles once, however often and from whichever side the outcome arrives at the same moment [PAY-1]', async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'pay')
    const event = { id: `evt-${begun.id}`, kind: 'session.paid', sessionId: 'x' }
    await Promise.all([
      ...Array.from({ length: 4 }, () => learn(world.desk, begun.id)),
      ...Array.from({ length: 4 }, () => learn(world.desk, begun.id, event)),
    ])
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `booking ${price}`])
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
  })

  it('settles delayed money when it arrives, whoever asks', async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'slow')
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending' })
    await pass(world, begun.id, 10)
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
  })

  it('holds the place for two more minutes after a refused card, to pay in another way [HOLD-2]', async () => {
    const begun = await goToPay(world, { person: await world.person(1_000) })
    await choose(world, begun.id, 'refuse')
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'failed', failure: 'refused', holdKind: 'choosing' })
    const { left } = await one<{ left: number }>(
      database.knex,
      'select extract(epoch from held_until - clock_timestamp())::float as left from reservations where id = ?',
      [begun.reservation.id],
    )
    expect(left).toBeGreaterThan(115)
    expect(left).toBeLessThanOrEqual(120)
    const credit = { reservationId: begun.reservation.id, paymentMethod: 'credit', priceCents: price } as const
    expect(done(await begun.person.send(finalize, credit)).reservation.state).toBe('RESERVED')
    expect(await balanceOf(world, begun.person.userId)).toBe(1_000 - price)
    expect(await movements(world, begun.id)).toEqual([])
  })

  it('allows one open payment at a time; the third failure releases the place [HOLD-2]', async () => {
    const begun = await goToPay(world)
    const again = { reservationId: begun.reservation.id, paymentMethod: 'card', priceCents: price } as const
    expect(refusedWith(await begun.person.send(finalize, again))).toBe('payment-pending')
    let { id } = begun
    for (const expected of ['choosing', 'choosing', null]) {
      await choose(world, id, 'back')
      await learn(world.desk, id)
      expect(await kept(world, id)).toMatchObject({ state: 'canceled', holdKind: expected ?? 'payment' })
      if (expected) ({ id } = await payByCard(world, begun.person, begun.reservation))
    }
    expect(await kept(world, id)).toMatchObject({ reservationState: 'CANCELED', timedOut: false })
  })

  it('keeps a newly chosen place when the card for the earlier one is refused [HOLD-1]', async () => {
    const begun = await goToPay(world)
    const other = { siteId: world.siteId, ...freshHour(), deviceId: place(1) }
    const second = done(await begun.person.send(hold, other)).reservation
    await choose(world, begun.id, 'refuse')
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'failed', reservationState: 'CANCELED' })
    const sql = 'select state from reservations where id = ?'
    expect(await one(database.knex, sql, [second.id])).toEqual({ state: 'CREATED' })
  })
})

describe('before a payment hold is released', () => {
  it('the provider is asked, and what is paid by then is booked [HOLD-2]', async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'pay')
    await pass(world, begun.id, 601)
    await releaseHolds(world.desk)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
  })

  it('without a payment the place is free for others, and the hold is shown as timed out [HOLD-2]', async () => {
    const begun = await goToPay(world)
    const calls = world.calls.length
    await releaseHolds(world.desk)
    expect(world.calls).toHaveLength(calls)
    await pass(world, begun.id, 601)
    await releaseHolds(world.desk)
    expect(world.calls.slice(calls)).toEqual(['ask'])
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'expired',
      reservationState: 'CANCELED',
      timedOut: true,
    })
    await takeMeanwhile(world, begun, 0)
  })

  it('money in transit cannot be stopped, but the place does not wait for it', async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'slow')
    await database.knex.raw(
      `update test_payments t set expires_at = t.expires_at + interval '1 hour', pays_at = now() + interval '1 hour'
       from payments p where p.session_id = t.session_id and p.id = ?`,
      [begun.id],
    )
    await pass(world, begun.id, 601)
    await releaseHolds(world.desk)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'pending',
      reservationState: 'CANCELED',
      timedOut: true,
    })
    await pass(world, begun.id, 3_600)
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'succeeded',
      outcome: 'reserved',
      reservationState: 'RESERVED',
    })
  })

  it('an unavailable provider extends it by two minutes at most [HOLD-2]', async () => {
    const begun = await goToPay(world)
    world.mood.away = true
    await pass(world, begun.id, 660)
    await releaseHolds(world.desk)
    await expireHolds(database.knex)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending', reservationState: 'CREATED' })
    await pass(world, begun.id, 61)
    await expireHolds(database.knex)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'pending',
      reservationState: 'CANCELED',
      timedOut: true,
    })
    world.mood.away = false
    await choose(world, begun.id, 'pay')
    await learn(world.desk, begun.id)
    expect((await kept(world, begun.id)).state).toBe('expired')
  })
})

describe('an unavailable provider', () => {
  it('is asked for a session again; the same key gives the same session', async () => {
    world.mood.away = true
    const begun = await goToPay(world)
    expect(await one(database.knex, 'select session_id as s from payments where id = ?', [begun.id])).toEqual({
      s: null,
    })
    world.mood.away = false
    const waiting = `select attempts, extract(epoch from run_at - created_at)::int as wait from graphile_worker.jobs where key = ?`
    expect(await one(database.knex, waiting, [`payments.open-session ${begun.id}`])).toEqual({ attempts: 0, wait: 5 })
    await makeJobsDue(database.knex)
    await doJobs(world)
    const opened = await one<{ s: string }>(database.knex, 'select session_id as s from payments where id = ?', [
      begun.id,
    ])
    expect(opened.s).toMatch(/^tps_/)
    // The process dies between the provider's reply and our commit: in the middle of a job, or at its last attempt.
    for (const lost of [
      `locked_by = 'dead', locked_at = now() - interval '8 s'`,
      'attempts = max_attempts, locked_at = null',
    ]) {
      await database.knex('payments').where({ id: begun.id }).update({ session_id: null, url: null })
      await database.knex.transaction((trx) => addJob(trx, 'payments.open-session', { id: begun.id }))
      await database.knex.raw(`update graphile_worker._private_jobs set ${lost} where key = ?`, [
        `payments.open-session ${begun.id}`,
      ])
      await openAgain(world.desk)
      await doJobs(world)
      expect(await one(database.knex, 'select session_id as s from payments where id = ?', [begun.id])).toEqual(opened)
    }
  })

  it('ends the payment after half of its time, so that the person can pay in another way [HOLD-2]', async () => {
    world.mood.away = true
    const begun = await goToPay(world)
    await pass(world, begun.id, 280)
    await makeJobsDue(database.knex)
    await doJobs(world)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending', holdKind: 'payment' })
    await pass(world, begun.id, 21)
    await makeJobsDue(database.knex)
    await doJobs(world)
    expect(await kept(world, begun.id)).toMatchObject({
      state: 'failed',
      failure: 'provider-unavailable',
      holdKind: 'choosing',
      reservationState: 'CREATED',
    })
  })
})

describe('a process that dies while settling', () => {
  it('leaves nothing half done: the next one settles everything [PAY-1]', async () => {
    const begun = await goToPay(world)
    await choose(world, begun.id, 'pay')
    const dying = database.knex.transaction(async (trx) => {
      await settlePayment(trx, begun.id, { state: 'paid', paymentId: 'x' }, new Date())
      await trx.raw('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(dying).rejects.toThrow()
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending', reservationState: 'CREATED' })
    expect(await movements(world, begun.id)).toEqual([])
    await learn(world.desk, begun.id)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
    expect(await movements(world, begun.id)).toEqual([`top-up ${price}`, `booking ${price}`])
  })
})

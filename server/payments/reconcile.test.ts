import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { options, topUp, transactions } from '../../contract/payments.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import type { WatchHandler } from '../kernel/bus/handle.ts'
import { done, refusedWith, type TestPerson } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import mineHandler from './mine.ts'
import { reconcile } from './reconcile.ts'
import {
  balanceOf,
  choose,
  doJobs,
  freshHour,
  goToPay,
  kept,
  type PaymentWorld,
  pass,
  paymentWorld,
} from './testing/payment-world.ts'

let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await paymentWorld(database.knex)
})
afterAll(() => database.close())
beforeEach(async () => {
  world.mood.away = false
  // Hides the payments of earlier tests.
  await database.knex.raw(`update payments set created_at = now() - interval '4 days'`)
})

const longAgo = new Date(0)
const buy = async (person: TestPerson, amountCents: number) => {
  const { payment } = done(await person.send(topUp, { amountCents }))
  const [{ id } = { id: 0 }] = await many<{ id: number }>(database.knex, 'select id from payments where api_id = ?', [
    payment.id,
  ])
  await doJobs(world)
  return { payment, id }
}

it('buys credit by card: it arrives with the payment, once [PAY-1]', async () => {
  const person = await world.person(0)
  const { payment, id } = await buy(person, 2_000)
  expect(payment).toMatchObject({ purpose: 'top-up', state: 'pending', reservationId: null, outcome: null })
  expect(Date.parse(payment.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 60_000)
  expect(await balanceOf(world, person.userId)).toBe(0)
  await choose(world, id, 'pay')
  await Promise.all([1, 2, 3].map(() => learn(world.desk, id)))
  expect(await kept(world, id)).toMatchObject({ state: 'succeeded', outcome: 'credited' })
  expect(await balanceOf(world, person.userId)).toBe(2_000)
})

it('buys nothing with a refused card [PAY-1]', async () => {
  const person = await world.person(0)
  const { id } = await buy(person, 500)
  await choose(world, id, 'refuse')
  await learn(world.desk, id)
  expect(await kept(world, id)).toMatchObject({ state: 'failed', failure: 'refused', outcome: null })
  expect(await balanceOf(world, person.userId)).toBe(0)
})

it('pushes the payment and the new balance to the payer, each as a newer version [PAY-1]', async () => {
  const person = await world.person(0)
  const { payment, id } = await buy(person, 700)
  await choose(world, id, 'pay')
  await learn(world.desk, id)
  const pushed = await many<{ kind: string; version: number; view: Record<string, unknown>; rooms: string[] }>(
    database.knex,
    `select c.kind, (c.version)::bigint as version, c.view, array(select jsonb_array_elements_text(c.rooms)) as rooms
     from outbox o, jsonb_to_recordset(o.changes) as c(kind text, id text, version bigint, view jsonb, rooms jsonb)
     where (c.kind = 'payment' and c.id = ?) or (c.kind = 'me' and c.id = ?) order by o.id`,
    [payment.id, String(person.userId)],
  )
  const payments = pushed.filter(({ kind }) => kind === 'payment')
  expect(payments.map(({ view }) => [view['state'], view['url'] !== null])).toEqual([
    ['pending', false],
    ['pending', true],
    ['succeeded', false],
  ])
  expect(payments.map(({ version }) => version)).toEqual(payments.map(({ version }) => version).sort((a, b) => a - b))
  expect(new Set(pushed.flatMap(({ rooms }) => rooms))).toEqual(new Set([`user:${person.userId}`]))
  expect(pushed.at(-1)).toMatchObject({ kind: 'me', view: { balanceCents: 700 } })
})

it('returns the payment methods, and every movement with its balance [PAY-1] [PAY-2]', async () => {
  const person = await world.person(0)
  const { id } = await buy(person, 2_000)
  await choose(world, id, 'pay')
  await learn(world.desk, id)
  const { reservation } = done(await person.send(hold, { siteId: world.siteId, ...freshHour() }))
  const pay = { paymentMethod: 'credit', priceCents: reservation.priceCents } as const
  done(await person.send(finalize, { reservationId: reservation.id, ...pay }))
  const centre = { tenant_id: world.tenantId, name: 'Visits' }
  const [mayUse, inactive] = [
    await insert(database.knex, 'cost_centers', { ...centre, number: `A-${person.userId}` }),
    await insert(database.knex, 'cost_centers', { ...centre, number: `B-${person.userId}`, active: false }),
  ]
  await insert(database.knex, 'cost_centers', { ...centre, number: `C-${person.userId}` })
  for (const cost_center_id of [mayUse, inactive])
    await database.knex('user_cost_centers').insert({ user_id: person.userId, cost_center_id })
  expect(done(await person.ask(options, {}))).toEqual({
    balanceCents: 1_850,
    overdraftCents: 0,
    costCenters: [{ id: mayUse, number: `A-${person.userId}`, name: 'Visits' }],
    card: true,
    topUp: true,
  })
  const lines = done(await person.ask(transactions, {}))
  expect(lines).toMatchObject({
    balanceCents: 1_850,
    recordCount: 2,
    rows: [
      { kind: 'booking', amountCents: -150, reservationNumber: reservation.number, paymentMethod: 'credit' },
      { kind: 'top-up', amountCents: 2_000, reservationNumber: null, paymentMethod: 'card' },
    ],
  })
  const second = done(await person.ask(transactions, { page: 2, pageSize: 1 }))
  expect(second.rows).toEqual([lines.rows[1]])
})

it('shows the payments of the last day and pending ones, one’s own only', async () => {
  const [person, other] = [await world.person(0), await world.person(0)]
  const [old, pending, fresh] = [await buy(person, 500), await buy(person, 600), await buy(person, 700)]
  await buy(other, 800)
  await choose(world, old.id, 'pay')
  await learn(world.desk, old.id)
  await database.knex('payments').whereIn('id', [old.id, pending.id]).update({ created_at: longAgo })
  const seen = await snapshotFor(person.userId)
  expect(seen).toEqual([fresh.payment.id, pending.payment.id])
})

it('takes no cards without a provider [PAY-1]', async () => {
  const person = await world.person(0)
  const { payments } = world.context
  Object.assign(world.context, { payments: null })
  expect(refusedWith(await person.send(topUp, { amountCents: 500 }))).toBe('payment-provider-unavailable')
  expect(done(await person.ask(options, {})).card).toBe(false)
  Object.assign(world.context, { payments })
})

it('finds without a webhook what happened to pending payments when their time is over [PAY-1]', async () => {
  const person = await world.person(0)
  const [paid, forgotten] = [await buy(person, 900), await buy(person, 500)]
  await choose(world, paid.id, 'pay')
  const asked = world.calls.length
  await reconcile(world.desk, longAgo)
  expect(world.calls).toHaveLength(asked)
  for (const { id } of [paid, forgotten]) await pass(world, id, 1_801)
  expect(await reconcile(world.desk, longAgo)).toBe(2)
  expect(await kept(world, paid.id)).toMatchObject({ state: 'succeeded', outcome: 'credited' })
  expect(await kept(world, forgotten.id)).toMatchObject({ state: 'expired', outcome: null })
  expect(await balanceOf(world, person.userId)).toBe(900)
  expect(await reconcile(world.desk, longAgo)).toBe(0)
})

it('closes overdue sessions at the provider, and asks again if the provider is unavailable', async () => {
  const person = await world.person(0)
  const { id } = await buy(person, 500)
  await database.knex.raw(
    `update test_payments t set expires_at = now() + interval '1 day' from payments p where p.session_id = t.session_id and p.id = ?`,
    [id],
  )
  await database.knex.raw(`update payments set expires_at = now() - interval '1 s' where id = ?`, [id])
  world.mood.away = true
  expect(await reconcile(world.desk, longAgo)).toBe(0)
  world.mood.away = false
  expect(await reconcile(world.desk, longAgo)).toBe(0)
  await pass(world, id, 61)
  expect(await reconcile(world.desk, longAgo)).toBe(1)
  expect((await kept(world, id)).state).toBe('expired')
})

it('finds late money of ended payments after a start or within a day, and books the place again [PAY-1]', async () => {
  const begun = await goToPay(world)
  await choose(world, begun.id, 'late')
  await pass(world, begun.id, 601)
  await reconcile(world.desk, longAgo)
  expect(await kept(world, begun.id)).toMatchObject({ state: 'expired', reservationState: 'CANCELED' })
  await pass(world, begun.id, 60)
  expect(await reconcile(world.desk, longAgo)).toBe(0)
  expect(await reconcile(world.desk, new Date())).toBe(1)
  expect(await kept(world, begun.id)).toMatchObject({
    state: 'succeeded',
    outcome: 'reserved',
    reservationState: 'RESERVED',
  })
})

/** Ids in the snapshot of payments.mine. */
async function snapshotFor(userId: number): Promise<(string | number)[]> {
  const { snapshot } = mineHandler as WatchHandler
  const call = { input: {}, actor: { userId }, now: new Date(), context: world.context }
  const changes = await database.knex.transaction((trx) => snapshot({ ...call, trx } as never))
  return changes.map(({ id }) => id)
}

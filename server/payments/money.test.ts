import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { topUp } from '../../contract/payments.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { cancel } from '../../contract/reservations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeJobsDue } from '../jobs/testing/run-jobs.ts'
import { ProviderUnavailable } from '../payment-provider/port.ts'
import { type TestChoice, testChoices } from '../payment-provider/test-session.ts'
import { expireHolds } from '../reservations/expire.ts'
import type { TestPerson } from '../reservations/testing/booking-world.ts'
import { learn } from './learn.ts'
import { reconcile } from './reconcile.ts'
import { releaseHolds } from './release-holds.ts'
import { settlePayment } from './settle.ts'
import { choose, doJobs, freshHour, type PaymentWorld, pass, paymentWorld } from './testing/payment-world.ts'

/** Number of sequences and their length; the environment selects the long form. */
const runs = Number(process.env['T7_RUNS'] ?? 6)
const steps = Number(process.env['T7_STEPS'] ?? 30)

let database: TestDatabase
let world: PaymentWorld
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await paymentWorld(database.knex, 2, { refund_until_minutes: 36 * 60 })
})
afterAll(() => database.close())

interface Run {
  readonly people: TestPerson[]
  readonly spans: { start: string; end: string }[]
}
type Step = (run: Run) => Promise<unknown>

const who = fc.integer({ min: 0, max: 2 })
const which = fc.nat({ max: 20 })
const choice = fc.constantFrom('pay', 'pay', 'late', ...testChoices, null)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        n: who,
        place: fc.nat({ max: 1 }),
        span: fc.nat({ max: 1 }),
        method: fc.constantFrom('card', 'card', 'credit'),
        choice,
      })
      .map((request) => (run: Run) => book(run, request as BookRequest)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ n: who, cents: fc.integer({ min: 500, max: 900 }), choice })
      .map((request) => (run: Run) => buy(run, request)),
  },
  {
    weight: 5,
    arbitrary: which.map((k) => (run: Run) => withPayment(run, k, (id) => Promise.all([ask(id), ask(id)]))),
  },
  { weight: 2, arbitrary: which.map((k) => (run: Run) => withPayment(run, k, dieSettling)) },
  {
    weight: 3,
    arbitrary: fc.tuple(who, which).map(
      ([n, k]) =>
        (run: Run) =>
          cancelOne(run, n, k),
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom(20, 130, 601, 800).map((seconds) => (run: Run) => later(run, seconds)) },
  { weight: 3, arbitrary: fc.constant(() => work()) },
  {
    weight: 1,
    arbitrary: fc
      .record({ away: fc.constantFrom(false, false, true), refundsRefused: fc.constantFrom(false, false, true) })
      .map((mood) => async () => void Object.assign(world.mood, mood)),
  },
)

it('conserves money whatever is paid, cancelled, refunded, late, duplicated or interrupted [PAY-1] [PAY-4]', async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (sequence) => {
      const people = await Promise.all([1, 2, 3].map(() => world.person(0)))
      const run: Run = { people, spans: [freshHour(), freshHour()] }
      for (const each of sequence) {
        await each(run)
        await balanced()
      }
      await settleDown(run)
      await agree(run, seen)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  console.log(JSON.stringify({ test: 'T7', runs, steps, ...seen }))
  // A long run that never met one of them would prove little.
  const all = ['reserved', 'moved', 'refunded', 'credited', 'none', 'RESERVED', 'CANCELED', 'STORNO']
  if (runs >= 200) expect(Object.keys(seen)).toEqual(expect.arrayContaining(all))
})

interface BookRequest {
  n: number
  place: number
  span: number
  method: 'card' | 'credit'
  /** What the person does on the provider's page; null = nothing. */
  choice: TestChoice | null
}
async function book(run: Run, { n, place, span, method, choice: chosen }: BookRequest): Promise<void> {
  const { people, spans } = run
  const person = people[n]
  const held = await person?.send(hold, { siteId: world.siteId, ...spans[span], deviceId: world.deviceIds[place] ?? 0 })
  if (!person || !held?.ok) return
  const { id, priceCents } = held.reply.reservation
  const done = await person.send(finalize, { reservationId: id, paymentMethod: method, priceCents })
  if (done.ok && method === 'card') await pay(run, chosen)
}

async function pay(run: Run, chosen: TestChoice | null): Promise<void> {
  await doJobs(world)
  if (chosen) await withPayment(run, 0, (id) => choose(world, id, chosen))
}

async function buy(run: Run, request: { n: number; cents: number; choice: TestChoice | null }): Promise<void> {
  await run.people[request.n]?.send(topUp, { amountCents: request.cents })
  await pay(run, request.choice)
}

async function cancelOne({ people }: Run, n: number, k: number): Promise<void> {
  const person = people[n]
  const own = await many<{ id: number }>(
    database.knex,
    `select id from reservations where user_id = ? and state = 'RESERVED' order by id`,
    [person?.userId ?? 0],
  )
  const picked = own[k % Math.max(1, own.length)]
  if (!person || !picked) return
  const asked = await person.send(cancel, { reservationId: picked.id, refundCents: 0 })
  const refundCents = asked.ok ? null : Number(asked.refusal.params?.['refundCents'] ?? 0)
  if (refundCents !== null) await person.send(cancel, { reservationId: picked.id, refundCents })
}

const paymentsOf = (run: Run) =>
  many<{ id: number; opened: boolean }>(
    database.knex,
    'select id, session_id is not null as opened from payments where user_id = any (?) order by id',
    [run.people.map(({ userId }) => userId)],
  )

async function withPayment(run: Run, k: number, work: (id: number) => Promise<unknown>): Promise<void> {
  const open = (await paymentsOf(run)).filter(({ opened }) => opened)
  // Counted from the newest, because old ones are final.
  const picked = open.at(-1 - (k % Math.max(1, open.length)))
  if (picked) await work(picked.id)
}

async function ask(id: number): Promise<void> {
  try {
    await learn(world.desk, id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
  }
}

/** Learns the outcome and dies before the commit. */
async function dieSettling(id: number): Promise<void> {
  const { sessionId } = await one<{ sessionId: string }>(
    database.knex,
    'select session_id as "sessionId" from payments where id = ?',
    [id],
  )
  const dying = database.knex.transaction(async (trx) => {
    const answer = await world.desk.provider.ask(sessionId)
    await settlePayment(trx, id, answer, new Date())
    throw new ProviderUnavailable('cut off')
  })
  await expect(dying).rejects.toThrow(ProviderUnavailable)
}

async function later(run: Run, seconds: number): Promise<void> {
  for (const { id } of await paymentsOf(run)) await pass(world, id, seconds)
  await database.knex.raw(
    `update reservations r set held_until = held_until - make_interval(secs => ?) where state = 'CREATED' and user_id = any (?)
       and not exists (select from payments p where p.reservation_id in (r.id, r.parent_id))`,
    [seconds, run.people.map(({ userId }) => userId)],
  )
}

async function work(): Promise<void> {
  await makeJobsDue(database.knex)
  await doJobs(world)
  await releaseHolds(world.desk)
  await expireHolds(database.knex)
  await makeJobsDue(database.knex)
  await doJobs(world)
}

/** Brings the provider back, lets all time pass, and runs all background work. */
async function settleDown(run: Run): Promise<void> {
  Object.assign(world.mood, { away: false, refundsRefused: false })
  for (const _ of [1, 2, 3]) {
    await later(run, 1_900)
    await work()
    await reconcile(world.desk, new Date())
  }
  await work()
}

/** At every moment: the ledger sums to 0, its balances equal those of the accounts, and nobody is below zero. */
async function balanced(): Promise<void> {
  const { total, wrong } = await one<{ total: number; wrong: number }>(
    database.knex,
    `select sum(b.balance_cents) as total,
       count(*) filter (where a.kind in ('user', 'cost-center') and (a.balance_cents <> b.balance_cents or a.balance_cents < 0)) as wrong
     from account_balances b join accounts a on a.id = b.account_id`,
  )
  expect({ total, wrong }).toEqual({ total: 0, wrong: 0 })
}

/**
 * In the end: the books of the provider and the portal agree to the cent, and everybody has what they paid for or their
 * money.
 */
async function agree({ people }: Run, seen: Record<string, number>): Promise<void> {
  const users = people.map(({ userId }) => userId)
  const payments = await many<{
    id: number
    state: string
    outcome: string
    theirs: number
    ours: number
    reserved: number
  }>(
    database.knex,
    `select p.id, p.state, coalesce(p.outcome, 'none') as outcome,
       coalesce((select case when t.state in ('paid', 'paying') then t.amount_cents - t.refunded_cents end from test_payments t where t.session_id = p.session_id), 0) as theirs,
       (select coalesce(sum(case when kind = 'payout' then -amount_cents else amount_cents end), 0)::int
        from transactions where payment_id = p.id and kind in ('top-up', 'payout', 'correction')) as ours,
       (select count(*)::int from transactions where payment_id = p.id and kind in ('booking', 'extension')) as reserved
     from payments p where p.user_id = any (?)`,
    [users],
  )
  for (const payment of payments) {
    seen[payment.outcome] = (seen[payment.outcome] ?? 0) + 1
    expect(payment.state, `payment ${payment.id}`).not.toBe('pending')
    expect(payment.ours, `payment ${payment.id}`).toBe(payment.theirs)
    const booked = payment.outcome === 'reserved' || payment.outcome === 'moved'
    expect(payment.reserved, `payment ${payment.id}`).toBe(booked ? 1 : 0)
    expect(payment.ours > 0, `payment ${payment.id}`).toBe(booked || payment.outcome === 'credited')
  }
  const stays = await many<{ id: number; state: string; price: number; paid: number; refunded: number }>(
    database.knex,
    `select r.id, r.state, r.price_cents as price,
       coalesce(sum(t.amount_cents) filter (where t.kind in ('booking', 'extension')), 0)::int as paid,
       coalesce(sum(t.amount_cents) filter (where t.kind = 'refund'), 0)::int as refunded
     from reservations r left join transactions t on t.reservation_id = r.id where r.user_id = any (?) group by r.id`,
    [users],
  )
  for (const { id, state, price, paid, refunded } of stays) {
    seen[state] = (seen[state] ?? 0) + 1
    expect(state, `reservation ${id}`).not.toBe('CREATED')
    expect(paid, `reservation ${id}`).toBe(state === 'CANCELED' ? 0 : price)
    // All or half of it, depending on the time before the start.
    expect(state === 'STORNO' ? [price, Math.ceil(price / 2)] : [0], `reservation ${id}`).toContain(refunded)
  }
  const waiting = await many(database.knex, `select id from payment_refunds where state = 'pending'`)
  expect(waiting).toEqual([])
}

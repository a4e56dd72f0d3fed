import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { options, mine as payments, topUp, transactions } from '../../contract/payments.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import type { PaymentView, ReservationView } from '../../contract/reservations/view.ts'
import { mine as reservations } from '../../contract/reservations.ts'
import { type Me, sessionMe } from '../../contract/session.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { addJob } from '../jobs/add-job.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, signIn, type Watched } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let cookie: string
let visitor: Person
let seen: { payments: Watched; reservations: Watched; me: Watched }
const price = 250

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  const tariffId = await insert(db.knex, 'tariffs', { name: 'Tariff', tenant_id: world.tenants.own })
  await db.knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: price })
  await insert(db.knex, 'events', {
    zone_id: world.own.id,
    name: 'Always',
    starts_on: '2020-01-01',
    tariff_id: tariffId,
  })
  await open()
})
afterAll(async () => {
  visitor?.close()
  await portal?.end()
  await db?.close()
})

async function open(): Promise<void> {
  portal = await startPortal({ databaseUrl: db.url, env: { PAYMENT_PROVIDER: 'test' } })
  cookie = await signIn(portal.url, 'visitor', world.password)
  visitor = await connectPerson(portal.url, cookie)
  seen = {
    payments: await visitor.watch(payments, {}),
    reservations: await visitor.watch(reservations, {}),
    me: await visitor.watch(sessionMe, {}),
  }
}

let hours = 24
/** Starts paying for an hour that no other test uses. */
async function goToPay(): Promise<{ reservation: ReservationView; url: string; id: string }> {
  hours += 2
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000)
  const span = { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
  const held = await visitor.command(hold, { siteId: world.own.siteId, ...span })
  if (!held.ok) throw new Error(`not held: ${held.refusal.code}`)
  const { reservation } = held.reply
  const card = { reservationId: reservation.id, paymentMethod: 'card', priceCents: price } as const
  const begun = await visitor.command(finalize, card)
  if (!begun.ok || !begun.reply.payment) throw new Error(`not begun: ${JSON.stringify(begun)}`)
  return { reservation, ...(await opened(begun.reply.payment)) }
}

/** Where to pay, as soon as it is pushed. */
async function opened({ id }: PaymentView): Promise<{ id: string; url: string }> {
  const url = await vi.waitFor(() => {
    const there = paymentOf(id)?.url
    if (!there) throw new Error('no address yet')
    return there
  })
  return { id, url }
}

const paymentOf = (id: string) => seen.payments.rows.get(`payment:${id}`)?.view as PaymentView | undefined
const reservationOf = (id: number | null | undefined) =>
  seen.reservations.rows.get(`reservation:${id}`)?.view as ReservationView | undefined
const me = () => seen.me.rows.get(`me:${world.users.visitor.id}`)?.view as Me | undefined
const becomes = (id: string, want: Partial<PaymentView>) => vi.waitFor(() => expect(paymentOf(id)).toMatchObject(want))
const press = (url: string, choice: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) })
const sessionOf = (url: string) => url.split('/').at(-1) ?? ''

it('pays by card on the test page, comes back, and the place is booked [PAY-1]', async () => {
  expect(await visitor.query(options, {})).toMatchObject({ ok: true, reply: { card: true } })
  const { reservation, url, id } = await goToPay()
  const page = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'de' } })
  expect(await page.text()).toContain('Kein echtes Geld')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const paid = await press(url, 'pay')
  const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(back.headers.get('location')).toBe(`/reservations/finalize?reservationId=${reservation.id}&payment=${id}`)
  await becomes(id, { state: 'succeeded', outcome: 'reserved', url: null })
  await vi.waitFor(() =>
    expect(reservationOf(reservation.id)).toMatchObject({ state: 'RESERVED', paidCents: price, paymentMethod: 'card' }),
  )
  // The webhook comes too, and changes nothing.
  await vi.waitFor(async () => expect(await db.knex('payment_events').pluck('kind')).toEqual(['session.paid']))
  const lines = await visitor.query(transactions, {})
  expect(lines).toMatchObject({ ok: true, reply: { balanceCents: 0, recordCount: 2 } })
})

it('who never comes back is told by the webhook; a refused card leaves two minutes to pay otherwise [PAY-1]', async () => {
  const { reservation, url, id } = await goToPay()
  await press(url, 'refuse')
  await becomes(id, { state: 'failed', failure: 'refused' })
  await vi.waitFor(() =>
    expect(reservationOf(reservation.id)).toMatchObject({ state: 'CREATED', hold: { kind: 'choosing' } }),
  )
})

it('buys credit; the balance of every screen moves by itself, and is answered over HTTP [PAY-1]', async () => {
  const begun = await visitor.command(topUp, { amountCents: 1_250 })
  if (!begun.ok) throw new Error(begun.refusal.code)
  const { url, id } = await opened(begun.reply.payment)
  await press(url, 'slow')
  // Ten seconds are over.
  await db
    .knex('test_payments')
    .where({ session_id: sessionOf(url) })
    .update({ pays_at: new Date() })
  await becomes(id, { state: 'succeeded', outcome: 'credited' })
  await vi.waitFor(() => expect(me()?.balanceCents).toBe(1_250))
  const balance = await fetch(`${portal.url}/users/getAccountBalanceForCurrentUser`, {
    headers: { cookie, 'client-id': 'test' },
  })
  expect(await balance.json()).toEqual({ balance: 12.5, balanceCents: 1_250 })
})

it('takes the place again for money that comes after the hold ran out, all by itself [PAY-1] [PAY-4]', async () => {
  const { reservation, url, id } = await goToPay()
  await press(url, 'late')
  const session = db.knex('test_payments').where({ session_id: sessionOf(url) })
  await db.knex.raw(
    `with session as (update test_payments set expires_at = now(), pays_at = now() + interval '1 day' where session_id = ?),
     payment as (update payments set expires_at = now() where api_id = ?)
     update reservations set held_until = now() where ? in (id, parent_id)`,
    [sessionOf(url), id, reservation.id],
  )
  await becomes(id, { state: 'expired' })
  await vi.waitFor(() => expect(reservationOf(reservation.id)).toMatchObject({ state: 'CANCELED', timedOut: true }))
  await vi.waitFor(async () => expect((await session.clone().first('told_at'))?.told_at).not.toBeNull())
  await session.clone().update({ pays_at: db.knex.raw(`clock_timestamp()`) })
  await becomes(id, { state: 'succeeded', outcome: 'reserved' })
  const again = paymentOf(id)?.reservationId
  expect(again).not.toBe(reservation.id)
  await vi.waitFor(() => expect(reservationOf(again)).toMatchObject({ state: 'RESERVED', paidCents: price }))
})

it('goes on from its rows when the server is killed during payments [PAY-1]', async () => {
  const paid = await goToPay()
  const unopened = await visitor.command(topUp, { amountCents: 500 })
  visitor.close()
  await portal.end('SIGKILL')
  // As if it had died while it asked for a session, and while the person was paying.
  if (unopened.ok) {
    const [row] = (await db
      .knex('payments')
      .where({ api_id: unopened.reply.payment.id })
      .update({ session_id: null, url: null })
      .returning('id')) as { id: number }[]
    await addJob(db.knex, 'payments.open-session', { id: row?.id ?? 0 })
    await db.knex.raw(`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '8 s'`)
  }
  await db
    .knex('test_payments')
    .where({ session_id: sessionOf(paid.url) })
    .update({ state: 'paid' })
  await open()
  await becomes(paid.id, { state: 'succeeded', outcome: 'reserved' })
  if (unopened.ok) await opened(unopened.reply.payment)
  await vi.waitFor(() => expect(reservationOf(paid.reservation.id)).toMatchObject({ state: 'RESERVED' }))
})

import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import pino from 'pino'
import { finalize, hold } from '../../../contract/reservations/book.ts'
import type { PaymentView, ReservationView } from '../../../contract/reservations/view.ts'
import { many, one } from '../../../db/sql.ts'
import { laneOf, runJobs } from '../../jobs/testing/run-jobs.ts'
import { bounded, type PaymentProvider, RefundRefused } from '../../payment-provider/port.ts'
import { createTestProvider } from '../../payment-provider/test-provider.ts'
import { chooseInTest, type TestChoice } from '../../payment-provider/test-session.ts'
import abandonHandler from '../../reservations/abandon.ts'
import cancelHandler from '../../reservations/cancel.ts'
import extendHandler from '../../reservations/extend.ts'
import finalizeHandler from '../../reservations/finalize.ts'
import holdHandler from '../../reservations/hold.ts'
import { type BookingWorld, bookingWorld, done, type TestPerson } from '../../reservations/testing/booking-world.ts'
import type { Desk } from '../desk.ts'
import mine from '../mine.ts'
import options from '../options.ts'
import topUp from '../top-up.ts'
import transactions from '../transactions.ts'
import { paymentHandlers } from '../work.ts'

/** How the provider currently behaves. */
export interface Mood {
  away: boolean
  refundsRefused: boolean
}
export interface PaymentWorld extends BookingWorld {
  readonly desk: Desk
  readonly secret: Buffer
  readonly mood: Mood
  /** Every call that reached the provider. */
  readonly calls: string[]
}

/** A site where people pay by card, with the real test provider under the test's control. */
export async function paymentWorld(knex: Knex, places = 3, event: object = {}): Promise<PaymentWorld> {
  const handlers = [
    holdHandler,
    finalizeHandler,
    abandonHandler,
    cancelHandler,
    extendHandler,
    options,
    topUp,
    transactions,
    mine,
  ]
  const world = await bookingWorld(knex, { places, handlers, event })
  const secret = randomBytes(32)
  const mood: Mood = { away: false, refundsRefused: false }
  const calls: string[] = []
  const books = createTestProvider({ knex, pageUrl: 'http://pay.example/test-payment', secret })
  const provider = bounded(moody(books, mood, calls))
  Object.assign(world.context, { payments: provider })
  const desk: Desk = { knex, log: pino({ level: 'silent' }), provider, portalUrl: 'http://portal.example' }
  return { ...world, desk, secret, mood, calls }
}

function moody(provider: PaymentProvider, mood: Mood, calls: string[]): PaymentProvider {
  const reach = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    calls.push(name)
    return mood.away ? Promise.reject(new Error('no route')) : work()
  }
  return {
    name: provider.name,
    verify: provider.verify,
    open: (request) => reach('open', () => provider.open(request)),
    ask: (sessionId) => reach('ask', () => provider.ask(sessionId)),
    close: (sessionId) => reach('close', () => provider.close(sessionId)),
    refund: (request) =>
      reach('refund', () =>
        mood.refundsRefused ? Promise.reject(new RefundRefused('the card is gone')) : provider.refund(request),
      ),
  }
}

let hours = 24

/** A free hour, starting on the hour. */
export function freshHour(): { start: string; end: string } {
  hours += 2
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000)
  return { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
}

export interface Begun {
  readonly person: TestPerson
  readonly span: { start: string; end: string }
  readonly reservation: ReservationView
  readonly payment: PaymentView
  /** The row's id. */
  readonly id: number
}

/** Somebody holds the first place for a separate hour and starts to pay by card. */
export async function goToPay(
  world: PaymentWorld,
  { place = 0, person, span = freshHour() }: { place?: number; person?: TestPerson; span?: Begun['span'] } = {},
): Promise<Begun> {
  const payer = person ?? (await world.person(0))
  const request = { siteId: world.siteId, ...span, deviceId: world.deviceIds[place] ?? 0 }
  const held = done(await payer.send(hold, request)).reservation
  return { ...(await payByCard(world, payer, held)), span }
}

/** Finalizes a held reservation by card and lets the portal open the session. */
export async function payByCard(
  world: PaymentWorld,
  person: TestPerson,
  held: ReservationView,
): Promise<Omit<Begun, 'span'>> {
  const request = { reservationId: held.id, paymentMethod: 'card', priceCents: held.priceCents } as const
  const { reservation, payment } = done(await person.send(finalize, request))
  if (!payment) throw new Error('no payment was begun')
  const { id } = await one<{ id: number }>(world.desk.knex, 'select id from payments where api_id = ?', [payment.id])
  await doJobs(world)
  return { person, reservation, payment, id }
}

/** Runs the jobs that are due. */
export async function doJobs({ desk }: Pick<PaymentWorld, 'desk'>): Promise<void> {
  await runJobs(desk.knex, [laneOf(paymentHandlers(desk))])
}

/** What a person does on the provider's page. */
export async function choose(world: PaymentWorld, paymentId: number, choice: TestChoice): Promise<void> {
  const { knex } = world.desk
  const [open] = await many<{ sessionId: string | null }>(
    knex,
    'select session_id as "sessionId" from payments where id = ?',
    [paymentId],
  )
  await chooseInTest(knex, open?.sessionId ?? '', choice)
}

/** Shifts all rows of this payment into the past by so many seconds. */
export async function pass(world: PaymentWorld, paymentId: number, seconds: number): Promise<void> {
  const { knex } = world.desk
  await knex.raw(
    `with payment as (
       update payments set created_at = created_at - :ago::interval, expires_at = expires_at - :ago::interval,
         checked_at = checked_at - :ago::interval, settled_at = settled_at - :ago::interval
       where id = :id returning session_id, reservation_id),
     session as (
       update test_payments t set expires_at = t.expires_at - :ago::interval, pays_at = t.pays_at - :ago::interval
       from payment where t.session_id = payment.session_id)
     update reservations r set held_until = r.held_until - :ago::interval from payment
     where payment.reservation_id in (r.id, r.parent_id) and r.state = 'CREATED'`,
    { id: paymentId, ago: `${seconds} s` },
  )
}

export interface Kept {
  state: string
  outcome: string | null
  failure: string | null
  refundedCents: number
  reservationId: number | null
  reservationState: string | null
  holdKind: string | null
  deviceId: number | null
  timedOut: boolean | null
}

/** A payment and its reservation as stored. */
export async function kept(world: PaymentWorld, paymentId: number): Promise<Kept> {
  return one<Kept>(
    world.desk.knex,
    `select p.state, p.outcome, p.failure, p.refunded_cents as "refundedCents", r.id as "reservationId", r.state as "reservationState",
       r.hold_kind as "holdKind", r.device_id as "deviceId", r.timed_out as "timedOut"
     from payments p left join reservations r on r.id = p.reservation_id where p.id = ?`,
    [paymentId],
  )
}

/** The ledger entries of a payment and its reservation, in order. */
export async function movements(world: PaymentWorld, paymentId: number): Promise<string[]> {
  const found = await many<{ kind: string; cents: number }>(
    world.desk.knex,
    'select kind, amount_cents as cents from transactions where payment_id = ? order by id',
    [paymentId],
  )
  return found.map(({ kind, cents }) => `${kind} ${cents}`)
}

export async function balanceOf(world: PaymentWorld, userId: number): Promise<number> {
  const sql = 'select balance_cents as cents from accounts where user_id = ?'
  return (await one<{ cents: number }>(world.desk.knex, sql, [userId])).cents
}

/** Somebody else books the n-th place for the same span, with credit. */
export async function takeMeanwhile(
  world: PaymentWorld,
  { span }: { span: { start: string; end: string } },
  n: number,
): Promise<void> {
  const other = await world.person()
  const held = await other.send(hold, { siteId: world.siteId, ...span, deviceId: world.deviceIds[n] ?? 0 })
  const { id, priceCents } = done(held).reservation
  done(await other.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents }))
}

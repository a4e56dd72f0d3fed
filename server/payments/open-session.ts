import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { withRetry } from '../../db/retry.ts'
import { many } from '../../db/sql.ts'
import { addJobs } from '../jobs/add-job.ts'
import { TryLater } from '../jobs/tasks.ts'
import { changePayment, lockPayment, type PaymentRow, readPayment } from '../money/rows.ts'
import { ProviderUnavailable, type SessionRequest } from '../payment-provider/port.ts'
import { type Desk, publishPayment } from './desk.ts'
import { settlePayment } from './settle.ts'

/** Delay before an unavailable provider is asked again, seconds. */
const againSeconds = 5

/**
 * Adds jobs again whose process died at least 7 s ago, because somebody waits for the page (other jobs wait until the
 * process is known to be dead), that have no attempts left, or that are missing.
 */
export async function openAgain({ knex, provider }: Pick<Desk, 'knex' | 'provider'>): Promise<void> {
  const left = await many<{ id: number }>(
    knex,
    `select p.id from payments p left join graphile_worker.jobs j on j.key = 'payments.open-session ' || p.id
     where p.state = 'pending' and p.session_id is null and p.provider = ?
       and (j.key is null or j.locked_at < now() - interval '7 s' or j.locked_at is null and j.attempts >= j.max_attempts)`,
    [provider.name],
  )
  await addJobs(knex, 'payments.open-session', left)
}

/**
 * Opens a session at the provider (idempotent by its key) and stores the address of its page. If the provider is silent
 * for half of the payment's time, ends the payment, so that the person can pay in another way.
 */
export async function openSession(desk: Desk, paymentId: number): Promise<void> {
  const { knex, provider } = desk
  const payment = await readPayment(knex, paymentId)
  if (payment.state !== 'pending' || payment.sessionId !== null || payment.provider !== provider.name) return
  try {
    const session = await provider.open(await requestOf(desk, payment))
    const kept = await withRetry(() => knex.transaction((trx) => keep(trx, paymentId, session)))
    if (kept.state !== 'pending') await provider.close(session.sessionId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    desk.log.warn({ err: error, paymentId }, 'no payment session')
    await giveUpAtHalf(desk, payment)
  }
}

async function keep(
  trx: Knex.Transaction,
  paymentId: number,
  session: { sessionId: string; url: string },
): Promise<PaymentRow> {
  const payment = await lockPayment(trx, paymentId)
  if (payment.sessionId !== null) return payment
  const changed = await changePayment(trx, paymentId, { session_id: session.sessionId, url: session.url })
  await publishPayment(trx, changed)
  return changed
}

async function giveUpAtHalf({ knex }: Desk, payment: PaymentRow): Promise<void> {
  const half = (payment.createdAt.getTime() + payment.expiresAt.getTime()) / 2
  const now = await clock(knex)
  if (now.getTime() < half) throw new TryLater(againSeconds)
  await withRetry(() =>
    knex.transaction((trx) => settlePayment(trx, payment.id, { state: 'unreachable', paymentId: null }, now)),
  )
}

async function requestOf({ knex, portalUrl }: Desk, payment: PaymentRow): Promise<SessionRequest> {
  return {
    reference: payment.apiId,
    idempotencyKey: payment.apiId,
    amountCents: payment.amountCents,
    currency: 'EUR',
    description: await descriptionOf(knex, payment),
    returnUrl: `${portalUrl}/payments/return/${payment.apiId}`,
    expiresAt: payment.expiresAt,
  }
}

/** Text of the card statement; the same in every language. */
async function descriptionOf(knex: Knex, { reservationId }: PaymentRow): Promise<string> {
  if (reservationId === null) return 'Credit'
  const [booked] = await many<{ number: number; site: string }>(
    knex,
    'select r.number, s.name as site from reservations r join sites s on s.id = r.site_id where r.id = ?',
    [reservationId],
  )
  return booked ? `${booked.number} · ${booked.site}` : 'Credit'
}

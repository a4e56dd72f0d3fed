import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { withRetry } from '../../db/retry.ts'
import { type PaymentRow, readPayment } from '../money/rows.ts'
import { type Answer, type ProviderEvent, ProviderUnavailable } from '../payment-provider/port.ts'
import { type Desk, recordAsked } from './desk.ts'
import { lockToSettle, settlePayment } from './settle.ts'

/**
 * Asks the provider for the outcome of a payment and settles it. A webhook is stored in the same transaction; a
 * repeated one has no effect. Throws ProviderUnavailable.
 */
export async function learn(desk: Desk, paymentId: number, event?: ProviderEvent): Promise<PaymentRow> {
  const payment = await readPayment(desk.knex, paymentId)
  if (payment.sessionId === null || payment.provider !== desk.provider.name) return payment
  const answer = await desk.provider.ask(payment.sessionId)
  await recordAsked(desk.knex, paymentId)
  return settle(desk, paymentId, answer, event)
}

/**
 * Asks about a payment whose time is over, closes its session if it is still open, and settles it; null = the provider
 * does not answer, which is logged.
 */
export async function askLast(
  desk: Desk,
  { id, sessionId }: { id: number; sessionId: string },
  complaint: string,
): Promise<{ answer: Answer; settled: PaymentRow } | null> {
  await recordAsked(desk.knex, id)
  try {
    const asked = await desk.provider.ask(sessionId)
    const answer = asked.state === 'open' ? await desk.provider.close(sessionId) : asked
    return { answer, settled: await settle(desk, id, answer) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    desk.log.warn({ err: error, paymentId: id }, complaint)
    return null
  }
}

/** Settles a known outcome in its own transaction. */
async function settle(desk: Desk, paymentId: number, answer: Answer, event?: ProviderEvent): Promise<PaymentRow> {
  const now = await clock(desk.knex)
  return withRetry(() =>
    desk.knex.transaction(async (trx) => {
      const payment = await lockToSettle(trx, paymentId)
      if (event && !(await keepEvent(trx, desk.provider.name, paymentId, event))) return payment
      return settlePayment(trx, paymentId, answer, now)
    }),
  )
}

/** Stores an event; returns false if it is known. */
async function keepEvent(trx: Knex, provider: string, paymentId: number, event: ProviderEvent): Promise<boolean> {
  const kept = (await trx('payment_events')
    .insert({ provider, event_id: event.id, payment_id: paymentId, kind: event.kind, payload: JSON.stringify(event) })
    .onConflict(['provider', 'event_id'])
    .ignore()
    .returning('event_id')) as object[]
  return kept.length > 0
}

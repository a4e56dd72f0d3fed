import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { withRetry } from '../../db/retry.ts'
import { type PaymentRow, readPayment } from '../money/rows.ts'
import type { Answer, ProviderEvent } from '../payment-provider/port.ts'
import { type Desk, noteAsked } from './desk.ts'
import { lockToSettle, settlePayment } from './settle.ts'

/** Asks the provider what became of a payment and settles it. A webhook is stored in the same transaction; a repeated one does nothing. Throws ProviderUnavailable. */
export async function learn(desk: Desk, paymentId: number, event?: ProviderEvent): Promise<PaymentRow> {
  const payment = await readPayment(desk.knex, paymentId)
  if (payment.sessionId === null || payment.provider !== desk.provider.name) return payment
  const answer = await desk.provider.ask(payment.sessionId)
  await noteAsked(desk.knex, paymentId)
  return settle(desk, paymentId, answer, event)
}

/** Settles what is known, in a transaction of its own. */
export async function settle(
  desk: Desk,
  paymentId: number,
  answer: Answer,
  event?: ProviderEvent,
): Promise<PaymentRow> {
  const now = await clock(desk.knex)
  return withRetry(() =>
    desk.knex.transaction(async (trx) => {
      const payment = await lockToSettle(trx, paymentId)
      if (event && !(await keepEvent(trx, desk.provider.name, paymentId, event))) return payment
      return settlePayment(trx, paymentId, answer, now)
    }),
  )
}

/** False when this very event was there already. */
async function keepEvent(
  trx: Knex.Transaction,
  provider: string,
  paymentId: number,
  event: ProviderEvent,
): Promise<boolean> {
  const kept = (await trx('payment_events')
    .insert({ provider, event_id: event.id, payment_id: paymentId, kind: event.kind, payload: JSON.stringify(event) })
    .onConflict(['provider', 'event_id'])
    .ignore()
    .returning('event_id')) as object[]
  return kept.length > 0
}

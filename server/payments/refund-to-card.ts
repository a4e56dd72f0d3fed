import type { Knex } from 'knex'
import { emit } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { many } from '../../db/sql.ts'
import { payIn, payOut } from '../money/outside.ts'
import { changePayment, lockPayment, type PaymentRow } from '../money/rows.ts'
import { ProviderUnavailable, RefundRefused } from '../payment-provider/port.ts'
import { meChange } from '../session/me.ts'
import { type Desk, tellPayment } from './desk.ts'
import { fewAtOnce } from './few-at-once.ts'

/** Seconds until a provider that was away is asked again. */
const againAfter = 30

/** Money that came for nothing goes back to the card by itself, whole. Written here, sent after the commit: the row is the order. */
export async function refundToCard(trx: Knex.Transaction, payment: PaymentRow): Promise<PaymentRow> {
  await payOut(trx, payment)
  await trx('payment_refunds').insert({
    payment_id: payment.id,
    request_key: `${payment.apiId}.refund`,
    amount_cents: payment.amountCents,
  })
  const changed = await changePayment(trx, payment.id, { outcome: 'refunded', refunded_cents: payment.amountCents })
  await tellPayment(trx, changed, 'payments.refunded')
  return changed
}

interface Refund {
  id: number
  paymentId: number
  sessionId: string
  requestKey: string
  amountCents: number
}

/** Sends the refunds that the provider has not confirmed yet. Sent twice it is still one, by its key. */
export async function sendRefunds(desk: Desk, againAfterSeconds = againAfter): Promise<void> {
  const waiting = await many<Refund>(
    desk.knex,
    `select r.id, r.payment_id as "paymentId", p.session_id as "sessionId", r.request_key as "requestKey", r.amount_cents as "amountCents"
     from payment_refunds r join payments p on p.id = r.payment_id
     where r.state = 'pending' and p.provider = ? and p.session_id is not null
       and (r.modified_at = r.created_at or r.modified_at < now() - make_interval(secs => ?)) order by r.id limit 50`,
    [desk.provider.name, againAfterSeconds],
  )
  await fewAtOnce(waiting, (refund) => sendRefund(desk, refund))
}

async function sendRefund({ knex, provider, log }: Desk, refund: Refund): Promise<void> {
  const { id, sessionId, amountCents, requestKey } = refund
  try {
    const { refundId } = await provider.refund({ sessionId, amountCents, idempotencyKey: requestKey })
    await knex('payment_refunds').where({ id, state: 'pending' }).update({ state: 'succeeded', refund_id: refundId })
  } catch (error) {
    if (error instanceof RefundRefused) {
      log.error({ err: error, paymentId: refund.paymentId }, 'a refund is refused; its payer gets credit')
      await withRetry(() => knex.transaction((trx) => creditInstead(trx, refund)))
    } else if (error instanceof ProviderUnavailable) {
      log.warn({ err: error, paymentId: refund.paymentId }, 'refund not sent yet')
      await knex('payment_refunds').where({ id, state: 'pending' }).update({ refund_id: null })
    } else throw error
  }
}

/** The provider will never give it back: then it becomes the payer's credit. */
async function creditInstead(trx: Knex.Transaction, refund: Refund): Promise<void> {
  const payment = await lockPayment(trx, refund.paymentId)
  const failed = await trx('payment_refunds').where({ id: refund.id, state: 'pending' }).update({ state: 'failed' })
  if (failed === 0) return
  await payIn(trx, payment, 'correction')
  await tellPayment(
    trx,
    await changePayment(trx, payment.id, { outcome: 'credited', refunded_cents: 0 }),
    'payments.credited',
  )
  await emit(trx, { changes: [await meChange(trx, payment.userId)] })
}

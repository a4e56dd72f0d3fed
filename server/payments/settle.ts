import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { lockPerson } from '../claims/claim.ts'
import { payIn } from '../money/outside.ts'
import { changePayment, lockPayment, type PaymentRow, paymentChange, readPayment } from '../money/rows.ts'
import type { Answer } from '../payment-provider/port.ts'
import { meChange } from '../session/me.ts'
import { bookPaid } from './book-paid.ts'
import { publishPayment } from './desk.ts'
import { giveHoldBack } from './give-hold-back.ts'
import { refundToCard } from './refund-to-card.ts'

/** Outcome of a payment. unreachable: the provider did not open a session in time, so nobody can have paid. */
export type Outcome = Answer | { readonly state: 'unreachable'; readonly paymentId: null }

/**
 * Applies an outcome from any source, and returns the payment; idempotent. Only money changes a settled payment: it
 * counts whenever it arrives.
 */
export async function settlePayment(
  trx: Knex.Transaction,
  paymentId: number,
  outcome: Outcome,
  now: Date,
): Promise<PaymentRow> {
  const payment = await lockToSettle(trx, paymentId)
  if (payment.state === 'succeeded' || outcome.state === 'open') return payment
  if (outcome.state === 'paid') return settlePaid(trx, payment, outcome.paymentId, now)
  return payment.state === 'pending' ? settleUnpaid(trx, payment, outcome.state, now) : payment
}

/** Locks the payment and its payer before any dependent write. */
export async function lockToSettle(trx: Knex.Transaction, paymentId: number): Promise<PaymentRow> {
  const { userId } = await readPayment(trx, paymentId)
  await lockPerson(trx, userId)
  return lockPayment(trx, paymentId)
}

async function settlePaid(
  trx: Knex.Transaction,
  payment: PaymentRow,
  providersId: string | null,
  now: Date,
): Promise<PaymentRow> {
  const paid = { state: 'succeeded', failure: null, settled_at: now, payment_id: providersId } as const
  await payIn(trx, payment, 'top-up')
  if (payment.purpose === 'top-up') {
    const credited = await changePayment(trx, payment.id, { ...paid, outcome: 'credited' })
    const changes = [paymentChange(credited), await meChange(trx, payment.userId)]
    await publish(trx, changes, fact('payments.credited', { paymentId: payment.id }))
    return credited
  }
  const succeeded = await changePayment(trx, payment.id, paid)
  const booked = await bookPaid(trx, succeeded, now)
  if (!booked) return refundToCard(trx, succeeded)
  const { outcome, reservationId } = booked
  const changed = await changePayment(trx, payment.id, { outcome, reservation_id: reservationId })
  await publishPayment(trx, changed, fact('payments.booked', { paymentId: payment.id, late: booked.late }))
  return changed
}

async function settleUnpaid(
  trx: Knex.Transaction,
  payment: PaymentRow,
  why: 'refused' | 'expired' | 'unreachable',
  now: Date,
): Promise<PaymentRow> {
  const over = now.getTime() < payment.expiresAt.getTime() ? 'canceled' : 'expired'
  const changed = await changePayment(trx, payment.id, {
    ...(why === 'expired' ? { state: over } : { state: 'failed', failure: failures[why] }),
    settled_at: now,
  })
  await giveHoldBack(trx, changed, now)
  await publishPayment(trx, changed, fact('payments.failed', { paymentId: payment.id }))
  return changed
}

/** Failure codes as sent to the client, which has their texts. */
const failures = { refused: 'refused', unreachable: 'provider-unavailable' } as const

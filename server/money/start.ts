import type { Knex } from 'knex'
import type { PaymentView } from '../../contract/reservations/view.ts'
import { publish } from '../../db/outbox.ts'
import { one } from '../../db/sql.ts'
import { paymentHoldMs } from '../../machines/reservation-rules.ts'
import { addJob } from '../jobs/add-job.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'
import { paymentChange, paymentView, readPayment } from './rows.ts'

/** Length of a session: a reservation's is that of the payment hold, credit has half an hour; ms. */
const opensFor = { reservation: paymentHoldMs, 'top-up': 30 * 60_000 } as const

interface Start {
  /** `context.payments`; null = the portal takes no cards. */
  readonly provider: PaymentProvider
  readonly purpose: PaymentView['purpose']
  readonly userId: number
  /** The held reservation, whose hold the caller turns into a payment hold of the same length. */
  readonly reservationId: number | null
  readonly amountCents: number
  readonly now: Date
}

/**
 * Starts a card payment: a pending row in the caller's transaction, and a job that asks the provider for a session,
 * whose `url` then appears in the view. Throws Refused payment-provider-unavailable without a provider, payment-pending
 * while another payment of the reservation is open.
 */
export async function startPayment(trx: Knex.Transaction, start: Start): Promise<PaymentView> {
  const { provider, purpose, reservationId, now } = start
  const { id } = await one<{ id: number }>(
    trx,
    `insert into payments (provider, purpose, user_id, reservation_id, amount_cents, expires_at, created_at, version)
     values (?, ?, ?, ?, ?, ?, ?, nextval('change_version')) returning id`,
    [
      provider.name,
      purpose,
      start.userId,
      reservationId,
      start.amountCents,
      new Date(now.getTime() + opensFor[purpose]),
      now,
    ],
  )
  const payment = await readPayment(trx, id)
  await addJob(trx, 'payments.open-session', { id })
  await publish(trx, [paymentChange(payment)])
  return paymentView(payment)
}

/** Returns whether a payment of the reservation is open. */
export async function isPaying(trx: Knex.Transaction, reservationId: number): Promise<boolean> {
  const found: unknown = await trx('payments').where({ reservation_id: reservationId, state: 'pending' }).first('id')
  return found !== undefined
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { type PaymentRow, paymentChange } from '../money/rows.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/** What work on payments needs outside of people's calls. */
export interface Desk {
  readonly knex: Knex
  readonly log: Logger
  readonly provider: PaymentProvider
  /** Address of the portal, without a trailing slash. */
  readonly portalUrl: string
}

/** Records that the provider was asked about a payment, so that it is not asked all the time. */
export async function recordAsked(knex: Knex, paymentId: number): Promise<void> {
  await knex.raw('update payments set checked_at = clock_timestamp() where id = ?', [paymentId])
}

/** Publishes a written payment to its payer's screens, and the reservation that shows it. */
export async function publishPayment(trx: Knex.Transaction, payment: PaymentRow, fact?: Fact): Promise<void> {
  await publish(trx, [paymentChange(payment)], fact)
  if (payment.reservationId === null) return
  // Its view contains the payment, so it gets a new version too: the database draws it at any write.
  await trx('reservations')
    .where({ id: payment.reservationId })
    .update({ state: trx.ref('state') })
  await publishReservations(trx, [payment.reservationId])
}

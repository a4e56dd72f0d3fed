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
  /** Where people reach the portal, without a slash at the end. */
  readonly portalUrl: string
}

/** Notes that the provider was asked about a payment, so that it is not asked all the time. */
export async function recordAsked(knex: Knex, paymentId: number): Promise<void> {
  await knex.raw('update payments set checked_at = clock_timestamp() where id = ?', [paymentId])
}

/** Tells the payer's screens of a payment that was written, and everybody of the reservation that shows it. */
export async function publishPayment(trx: Knex.Transaction, payment: PaymentRow, fact?: Fact): Promise<void> {
  await publish(trx, [paymentChange(payment)], fact)
  if (payment.reservationId === null) return
  // Its view contains the payment, so it is a new version too: the database draws it at any write.
  await trx('reservations')
    .where({ id: payment.reservationId })
    .update({ state: trx.ref('state') })
  await publishReservations(trx, [payment.reservationId])
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { type PaymentRow, paymentChange } from '../money/rows.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/** What background work on payments needs. */
export interface Desk {
  readonly knex: Knex
  readonly log: Logger
  readonly provider: PaymentProvider
  /** Address of the portal, without a trailing slash. */
  readonly portalUrl: string
}

/** Records when the provider was last asked about a payment, which spaces the queries. */
export async function recordAsked(knex: Knex, paymentId: number): Promise<void> {
  await knex.raw('update payments set checked_at = clock_timestamp() where id = ?', [paymentId])
}

/** Publishes a payment that was written to its payer's screens, with the reservation that shows it. */
export async function publishPayment(trx: Knex.Transaction, payment: PaymentRow, fact?: Fact): Promise<void> {
  await publish(trx, [paymentChange(payment)], fact)
  if (payment.reservationId === null) return
  // The reservation's view contains the payment: an update of the row gives it a new version.
  await trx('reservations')
    .where({ id: payment.reservationId })
    .update({ state: trx.ref('state') })
  await publishReservations(trx, [payment.reservationId])
}

import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { PaymentView } from '../../contract/reservations/view.ts'
import { rooms } from '../../contract/rooms.ts'
import { many, one } from '../../db/sql.ts'

export interface PaymentRow {
  readonly id: number
  readonly apiId: string
  readonly provider: string
  readonly sessionId: string | null
  readonly purpose: PaymentView['purpose']
  readonly userId: number
  readonly reservationId: number | null
  readonly amountCents: number
  readonly refundedCents: number
  readonly state: PaymentView['state']
  readonly failure: string | null
  readonly outcome: PaymentView['outcome']
  readonly url: string | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly version: number
}

const columns = `id, api_id as "apiId", provider, session_id as "sessionId", purpose, user_id as "userId", reservation_id as "reservationId",
  amount_cents as "amountCents", refunded_cents as "refundedCents", state, failure, outcome, url, expires_at as "expiresAt",
  created_at as "createdAt", version`

/** Returns a payment without locking it. */
export async function readPayment(knex: Knex, id: number): Promise<PaymentRow> {
  return one<PaymentRow>(knex, `select ${columns} from payments where id = ?`, [id])
}

/** Locks a payment: outcomes are applied one after the other. */
export async function lockPayment(trx: Knex.Transaction, id: number): Promise<PaymentRow> {
  return one<PaymentRow>(trx, `select ${columns} from payments where id = ? for update`, [id])
}

/** Returns payments of a user since a moment, newest first. */
export async function readPaymentsOf(trx: Knex, userId: number, since: Date): Promise<PaymentRow[]> {
  return many<PaymentRow>(
    trx,
    `select ${columns} from payments where user_id = ? and (created_at >= ? or state = 'pending') order by id desc`,
    [userId, since],
  )
}

export interface PaymentPatch {
  state?: PaymentRow['state']
  failure?: string | null
  outcome?: PaymentRow['outcome']
  settled_at?: Date
  session_id?: string
  payment_id?: string | null
  url?: string
  reservation_id?: number
  refunded_cents?: number
}

/** Updates a locked payment and returns it; every write is a new version of its view. */
export async function changePayment(trx: Knex.Transaction, id: number, patch: PaymentPatch): Promise<PaymentRow> {
  await trx('payments')
    .where({ id })
    .update({ ...patch, version: trx.raw(`nextval('change_version')`) })
  return readPayment(trx, id)
}

/** Returns a payment as its payer sees it. */
export function paymentView(payment: PaymentRow): PaymentView {
  return {
    id: payment.apiId,
    purpose: payment.purpose,
    state: payment.state,
    amountCents: payment.amountCents,
    refundedCents: payment.refundedCents,
    reservationId: payment.reservationId,
    url: payment.state === 'pending' ? payment.url : null,
    expiresAt: payment.expiresAt.toISOString(),
    failure: payment.failure,
    outcome: payment.outcome,
  }
}

/** Returns the view with its version for the payer's screens. */
export function paymentChange(payment: PaymentRow): RoomChange<'payment'> {
  return change('payment', {
    id: payment.apiId,
    version: payment.version,
    view: paymentView(payment),
    rooms: [rooms.user(payment.userId)],
  })
}

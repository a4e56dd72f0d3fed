import type { Knex } from 'knex'
import type { paymentRefusals } from '../../contract/reservations/book.ts'
import type { PaymentMethod, PaymentView } from '../../contract/reservations/view.ts'
import { soldBy } from '../../db/models/sold-by.ts'
import { exists, one } from '../../db/sql.ts'
import { nextReservation } from '../../machines/reservation.ts'
import { expired } from '../claims/facts.ts'
import type { LockedReservation } from '../claims/own.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { isPaying, startPayment } from '../money/start.ts'
import { completeReservation } from './complete.ts'

/** Maximum number of places that wait for one person's card payments. */
const maxPaymentHolds = 3

export interface PayRequest {
  readonly paymentMethod: PaymentMethod
  readonly costCenterId: number | null
  /** The price shown to the person, cents. */
  readonly priceCents: number
  readonly by: number
}

export type PayRefusal = (typeof paymentRefusals)[number] | 'hold-expired' | 'payment-pending'

/**
 * Pays a held reservation and completes it; with a card keeps the hold until the payment, which is returned (rule
 * B-45).
 */
export async function pay(
  trx: Knex.Transaction,
  own: LockedReservation,
  request: PayRequest,
  now: Date,
  { context, refuse }: { context: Pick<Context, 'payments'>; refuse: Refuse<PayRefusal> },
): Promise<PaymentView | null> {
  if (request.priceCents !== own.priceCents) return refuse('price-changed', { priceCents: own.priceCents })
  const { paymentMethod: method } = request
  if (own.priceCents > 0 && !(await sellsForMoney(trx, own))) return refuse('payment-not-offered')
  if ((method === 'free') !== (own.priceCents === 0) || (method === 'cost-center') !== (request.costCenterId !== null))
    return refuse('payment-method-not-allowed', undefined, [field('paymentMethod')])
  if (request.costCenterId !== null && !(await mayUse(trx, own, request.costCenterId)))
    return refuse('cost-center-not-allowed', undefined, [field('costCenterId')])
  if (method === 'card') return holdForPayment(trx, own, now, { context, refuse })
  const paid = { method, costCenterId: request.costCenterId, by: request.by }
  if (!(await completeReservation(trx, own, paid, now, refuse))) return refuse('hold-expired')
  return null
}

/** Returns whether the selling tenant may take money now; the hold may be older (rule B-29). */
async function sellsForMoney(trx: Knex.Transaction, { rules }: LockedReservation): Promise<boolean> {
  return exists(trx, `select where ${soldBy('?', 'PAYMENT')}`, [rules.tenantId ?? 0])
}

/** Returns whether the cost centre belongs to the selling tenant, is assigned to this person, and is active. */
async function mayUse(trx: Knex.Transaction, own: LockedReservation, costCenterId: number): Promise<boolean> {
  return exists(
    trx,
    `select from cost_centers c join user_cost_centers u on u.cost_center_id = c.id
     where c.id = ? and u.user_id = ? and c.active and c.tenant_id = ?`,
    [costCenterId, own.userId, own.rules.tenantId ?? 0],
  )
}

async function holdForPayment(
  trx: Knex.Transaction,
  own: LockedReservation,
  now: Date,
  { context, refuse }: { context: Pick<Context, 'payments'>; refuse: Refuse<PayRefusal> },
): Promise<PaymentView> {
  if (context.payments === null || own.userId === null) return refuse('payment-provider-unavailable')
  if ((await paymentHolds(trx, own.userId, now)) >= maxPaymentHolds)
    return refuse('too-many-payments', { most: maxPaymentHolds })
  if (await isPaying(trx, own.id)) return refuse('payment-pending')
  const { holdKind, heldUntil } = nextReservation({ type: 'PAY' }, own, now).facts
  await trx('reservations')
    .where({ state: 'CREATED' })
    .andWhereRaw('(id = ? or parent_id = ?)', [own.id, own.id])
    .update({ hold_kind: holdKind, held_until: heldUntil })
  return startPayment(trx, {
    provider: context.payments,
    purpose: 'reservation',
    userId: own.userId,
    reservationId: own.id,
    amountCents: own.priceCents,
    now,
  })
}

/** Returns how many places currently wait for the person's money. */
async function paymentHolds(trx: Knex.Transaction, userId: number, now: Date): Promise<number> {
  const { count } = await one<{ count: number }>(
    trx,
    `select count(*)::int as count from reservations r
     where r.user_id = :userId and r.state = 'CREATED' and r.hold_kind = 'payment' and r.parent_id is null and not ${expired('r')}`,
    { userId, now },
  )
  return count
}

function field(path: string) {
  return { path, issue: 'field-not-offered' as const }
}

import type { Knex } from 'knex'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { attempt } from '../kernel/bus/attempt.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import type { PaymentRow } from '../money/rows.ts'
import { completeReservation } from '../reservations/complete.ts'
import { lockPredecessor } from '../reservations/extend-chain.ts'
import { takeAgain } from './take-again.ts'

export interface Booked {
  readonly outcome: 'reserved' | 'moved'
  readonly reservationId: number
  /** Paid after its place was given up. */
  readonly late: boolean
}

/**
 * Books what a payment paid: the held place, or the same or an equivalent one again. Null = none is available any more.
 */
export async function bookPaid(trx: Knex.Transaction, payment: PaymentRow, now: Date): Promise<Booked | null> {
  if (payment.reservationId === null) return null
  await lockPredecessor(trx, payment.reservationId)
  const own = await lockAnyReservation(trx, payment.reservationId)
  if (!own || !(await mayGoOn(trx, own.followsId)) || own.priceCents !== payment.amountCents) return null
  if (reservationRefusal('PAID', own, now) === null) {
    const done = await attempt(trx, (inner, refuse) => complete(inner, own, payment, now, refuse))
    return done ? { outcome: 'reserved', reservationId: own.id, late: false } : null
  }
  if (reservationRefusal('BOOK_AGAIN', own, now) !== null) return null
  return attempt(trx, async (inner, refuse) => {
    const again = await takeAgain(inner, own, now)
    const taken = again && (await lockAnyReservation(inner, again.reservationId))
    if (!again || !taken || !(await complete(inner, taken, payment, now, refuse))) return null
    return { outcome: again.moved ? 'moved' : 'reserved', reservationId: taken.id, late: true }
  })
}

/** An extension continues only a stay that is still booked. */
async function mayGoOn(trx: Knex.Transaction, followsId: number | null): Promise<boolean> {
  if (followsId === null) return true
  const before = (await trx('reservations').where({ id: followsId }).first('state')) as { state: string } | undefined
  return before?.state === 'RESERVED'
}

function complete(
  trx: Knex.Transaction,
  own: LockedReservation,
  payment: PaymentRow,
  now: Date,
  refuse: Refuse<'insufficient-credit'>,
): Promise<boolean> {
  const paid = { method: 'card', costCenterId: null, paymentId: payment.id, by: own.userId } as const
  return completeReservation(trx, own, paid, now, refuse)
}

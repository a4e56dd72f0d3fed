import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { holdMs } from '../../machines/reservation-rules.ts'
import { endHolds } from '../claims/claim.ts'
import type { PaymentRow } from '../money/rows.ts'
import { tellReservations } from '../reservations/tell.ts'

/** So many card payments may be tried for one hold: nobody keeps a place for ever by trying. */
const mostTries = 3

interface Hold {
  id: number
  heldUntil: Date
  followUp: boolean
  tries: number
  /** Another place that the person is choosing meanwhile. */
  otherId: number | null
}

/**
 * The card was not charged: while the payment's time runs, the hold goes back to choosing for another two minutes so that the person can pay
 * otherwise. It ends when that time is over, at the third failed payment, when the person is choosing another place by now, and for
 * follow-ups, which are not chosen but extended anew.
 */
export async function giveHoldBack(trx: Knex.Transaction, payment: PaymentRow, now: Date): Promise<void> {
  if (payment.reservationId === null) return
  const [hold] = await many<Hold>(
    trx,
    `select r.id, r.held_until as "heldUntil", r.follows_id is not null as "followUp",
       (select count(*) from payments p where p.reservation_id = r.id)::int as tries,
       (select o.id from reservations o where o.user_id = r.user_id and o.id <> r.id and o.state = 'CREATED' and o.hold_kind = 'choosing'
          and o.parent_id is null and o.follows_id is null) as "otherId"
     from reservations r where r.id = ? and r.state = 'CREATED' and r.hold_kind = 'payment' for update of r`,
    [payment.reservationId],
  )
  if (!hold) return
  if (await mayChooseAgain(trx, hold, now)) {
    await trx.raw(
      `update reservations set hold_kind = 'choosing', held_until = :until, payment_method = null
       where (id = :id or parent_id = :id) and state = 'CREATED'`,
      { id: hold.id, until: new Date(now.getTime() + holdMs) },
    )
    return
  }
  await endPaymentHold(trx, hold.id, now, now.getTime() >= hold.heldUntil.getTime())
}

async function mayChooseAgain(trx: Knex.Transaction, hold: Hold, now: Date): Promise<boolean> {
  if (now.getTime() >= hold.heldUntil.getTime() || hold.followUp || hold.tries >= mostTries) return false
  if (hold.otherId === null) return true
  const lapsed = await endHolds(trx, [hold.otherId], { now, reason: 'hold-expired', timedOut: true, onlyLapsed: true })
  await tellReservations(trx, lapsed)
  return lapsed.length > 0
}

/** The place is free again; the payment may still be decided later. */
export async function endPaymentHold(
  trx: Knex.Transaction,
  reservationId: number,
  now: Date,
  timedOut: boolean,
): Promise<void> {
  const reason = timedOut ? 'hold-expired' : 'payment-failed'
  await tellReservations(trx, await endHolds(trx, [reservationId], { now, reason, timedOut }))
}

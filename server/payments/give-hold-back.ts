import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import { nextReservation } from '../../machines/reservation.ts'
import { endExpired, endHolds } from '../claims/claim.ts'
import { lockAnyReservation } from '../claims/own.ts'
import type { PaymentRow } from '../money/rows.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/**
 * After a failed payment the person chooses again for two minutes. The hold ends if the payment's time is over, at the
 * third failure, if the person holds another place, and for extensions, which start over.
 */
export async function giveHoldBack(trx: Knex.Transaction, payment: PaymentRow, now: Date): Promise<void> {
  const own = payment.reservationId === null ? null : await lockAnyReservation(trx, payment.reservationId)
  if (!own) return
  const { tries, otherId } = await one<{ tries: number; otherId: number | null }>(
    trx,
    `select (select count(*) from payments where reservation_id = ?)::int as tries,
       (select id from reservations where user_id = ?::int and id <> ? and state = 'CREATED' and hold_kind = 'choosing'
          and parent_id is null and follows_id is null) as "otherId"`,
    [own.id, own.userId, own.id],
  )
  const unpaid = (holdsOther: boolean) => nextReservation({ type: 'UNPAID', tries, holdsOther }, own, now)
  const alone = unpaid(false)
  const next =
    alone.phase === 'choosing' && otherId !== null ? unpaid(!(await endExpiredHold(trx, otherId, now))) : alone
  if (next.refusal !== null) return
  if (next.phase !== 'choosing') return endPaymentHold(trx, own.id, now, next.phase === 'timedOut')
  await trx.raw(
    `update reservations set hold_kind = :holdKind, held_until = :heldUntil, payment_method = null
     where (id = :id or parent_id = :id) and state = 'CREATED'`,
    { id: own.id, holdKind: next.facts.holdKind ?? null, heldUntil: next.facts.heldUntil ?? null },
  )
}

/** Ends another expired hold of the person; returns whether it is gone. */
async function endExpiredHold(trx: Knex.Transaction, id: number, now: Date): Promise<boolean> {
  const ended = await endExpired(trx, [id], now)
  await publishReservations(trx, ended)
  return ended.length > 0
}

/**
 * The time of a payment hold is over and its provider does not say whether money will arrive: the place is released
 * anyway.
 */
export async function releasePaymentHold(trx: Knex.Transaction, reservationId: number): Promise<void> {
  const own = await lockAnyReservation(trx, reservationId)
  if (own && nextReservation({ type: 'UNPAID', tries: 0, holdsOther: false }, own, own.now).phase === 'timedOut')
    await endPaymentHold(trx, own.id, own.now, true)
}

/** Frees the place; the payment may still be decided later. */
async function endPaymentHold(
  trx: Knex.Transaction,
  reservationId: number,
  now: Date,
  timedOut: boolean,
): Promise<void> {
  const reason = timedOut ? 'hold-expired' : 'payment-failed'
  await publishReservations(trx, await endHolds(trx, [reservationId], { now, reason, timedOut }))
}

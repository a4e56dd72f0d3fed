import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { cancel } from '../../contract/reservations.ts'
import { publish } from '../../db/outbox.ts'
import { refundAfterDisplacements } from '../../machines/booking/refund.ts'
import { note } from '../claims/append-history.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { readDisplacements } from '../claims/displacements.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { handle } from '../kernel/bus/handle.ts'
import { paidFor, refundReservation } from '../money/ledger.ts'
import { meChange } from '../session/me.ts'
import { leaveChain, lockPredecessor } from './extend-chain.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Cancels a booked reservation with its children, and refunds by the rule of its purchase (rules P-6 to P-8, L-3 to
 * L-5).
 */
export default handle(cancel, async ({ input, actor, trx, refuse }) => {
  await lockPredecessor(trx, input.reservationId)
  const own = await lockFor(trx, actor, input.reservationId, 'CANCEL', refuse, 'either')
  const cents = await refundDue(trx, own, own.now)
  if (cents !== input.refundCents) return refuse('refund-changed', { refundCents: cents })
  await cancelReservation(trx, own, cents, actor.userId)
  return { reservationId: own.id, refundCents: cents }
})

/** Returns the refund for cancelling at a moment, cents; nothing is refunded twice. */
export async function refundDue(trx: Knex, own: LockedReservation, at: Date): Promise<number> {
  const { paidCents, refundedCents } = await paidFor(trx, own.id)
  const displacements = await readDisplacements(trx, own.id)
  const rule = { refundUntilMinutes: boughtRules(own.rules).refundUntilMinutes, timeZone: own.timeZone }
  const due = refundAfterDisplacements(paidCents, rule, own, displacements, at)
  return Math.max(0, due - refundedCents)
}

/** Sets STORNO for the whole family, refunds, and publishes. The caller holds the lock and has checked the rules. */
export async function cancelReservation(
  trx: Knex.Transaction,
  own: LockedReservation,
  cents: number,
  by: number | null,
): Promise<void> {
  await trx('reservations')
    .where({ state: 'RESERVED' })
    .andWhereRaw('(id = ? or parent_id = ?)', [own.id, own.id])
    .update({ state: 'STORNO', ended_at: own.now, end_reason: 'canceled' })
  await trx('reservation_maintenance_periods')
    .where({ reservation_id: own.id })
    .whereIn('outcome', ['pending', 'not-moved', 'lost-access'])
    .update({ outcome: 'canceled', next_try_at: null, planned_device_id: null, at: own.now })
  await payBack(trx, own, cents, by)
  const actor = by === null ? 'link' : null
  await note(trx, { reservationId: own.id, type: 'canceled', at: own.now, by, actor, data: { refundCents: cents } })
  await leaveChain(trx, own)
  await publishReservations(trx, [own.id], {
    fact: fact('reservations.canceled', { reservationIds: [own.id], refundCents: cents, by }),
  })
}

/** Refunds an amount in cents; the owner sees the credit at once. */
export async function payBack(
  trx: Knex.Transaction,
  own: LockedReservation,
  cents: number,
  by: number | null,
): Promise<void> {
  const back = await refundReservation(trx, { reservationId: own.id, cents, by })
  if (back !== cents) throw new Error(`${back} of ${cents} cents went back for reservation ${own.id}`)
  if (back > 0 && own.userId !== null && own.costCenterId === null)
    await publish(trx, [await meChange(trx, own.userId)])
}

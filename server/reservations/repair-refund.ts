import { fact } from '../../contract/facts.ts'
import { repairRefund } from '../../contract/reservations.ts'
import { note } from '../claims/append-history.ts'
import { lockFor } from '../claims/own.ts'
import { handle } from '../kernel/bus/handle.ts'
import { payBack, refundDue } from './cancel.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Refunds what a cancelled reservation is still owed, by its rule at the cancellation; once, however often it is called
 * (rule L-17).
 */
export default handle(repairRefund, async ({ input, actor, trx, refuse }) => {
  const own = await lockFor(trx, actor, input.reservationId, 'REPAIR_REFUND', refuse, 'operator')
  const ended = (await trx('reservations').where({ id: own.id }).first('ended_at')) as { ended_at: Date | null }
  if (ended.ended_at === null) return refuse('refund-not-missing')
  const cents = await refundDue(trx, own, ended.ended_at)
  if (cents === 0) return refuse('refund-not-missing')
  await payBack(trx, own, cents, actor.userId)
  const data = { refundCents: cents }
  await note(trx, { reservationId: own.id, type: 'refund-repaired', at: own.now, by: actor.userId, data })
  await trx('reservations').where({ id: own.id }).update({ site_id: own.siteId })
  await publishReservations(trx, [own.id], {
    fact: fact('reservations.refundRepaired', { reservationIds: [own.id], refundCents: cents }),
  })
  return { reservationId: own.id, refundCents: cents }
})

import { repairRefund } from '../../contract/reservations.ts'
import { handle } from '../bus/handle.ts'
import { payBack, refundDue } from './cancel.ts'
import { lockReservation } from './own.ts'
import { tellReservations } from './tell.ts'

/** Pays back what a cancelled reservation still owes, as its rule said when it was cancelled; once, whoever asks again (rule L-17). */
export default handle(repairRefund, async ({ input, actor, trx, refuse }) => {
  const own = await lockReservation(trx, actor, input.reservationId, 'operator')
  if (!own) return refuse('not-found')
  const ended = (await trx('reservations').where({ id: own.id }).first('ended_at')) as { ended_at: Date | null }
  if (own.state !== 'STORNO' || ended.ended_at === null) return refuse('refund-not-missing')
  const cents = await refundDue(trx, own, ended.ended_at)
  if (cents === 0) return refuse('refund-not-missing')
  await payBack(trx, own, cents, actor.userId)
  await trx('reservation_history').insert({
    reservation_id: own.id,
    type: 'refund-repaired',
    at: own.now,
    user_id: actor.userId,
    data: JSON.stringify({ refundCents: cents }),
  })
  await trx('reservations').where({ id: own.id }).update({ site_id: own.siteId })
  await tellReservations(trx, [own.id], { fact: 'reservations.refundRepaired', payload: { refundCents: cents } })
  return { reservationId: own.id, refundCents: cents }
})

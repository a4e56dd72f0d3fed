import { fact } from '../../contract/facts.ts'
import { abandon } from '../../contract/reservations/book.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { endHolds } from '../claims/claim.ts'
import { lockReservation } from '../claims/own.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishReservations } from './publish-reservations.ts'

/**
 * Abandons the booking and frees the place at once (HOLD-3). An open card payment must end first, because its money may
 * still arrive.
 */
export default handle(abandon, async ({ input, actor, trx, refuse }) => {
  const own = await lockReservation(trx, actor, input.reservationId)
  if (!own) return refuse('not-found')
  const code = reservationRefusal('ABANDON', own, own.now)
  if (code === 'hold-expired') return { abandoned: false }
  if (code) return refuse(code)
  const ended = await endHolds(trx, [own.id], { now: own.now, reason: 'abandoned', timedOut: false })
  await publishReservations(trx, ended, { fact: fact('reservations.abandoned', { reservationIds: ended }) })
  return { abandoned: true }
})

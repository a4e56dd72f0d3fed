import { requestActionAsGuest } from '../../contract/control/own.ts'
import { lockHeld } from '../doors/holder.ts'
import { handleAnybody } from '../kernel/bus/handle.ts'
import { beginRun } from './begin-run.ts'
import { answerOf, mustBeInTime } from './request-in-time.ts'
import { keepTicket, readTicket } from './ticket.ts'

/** Opens or closes for the holder of an eTicket while it is valid (rules L-13, L-14). */
export default handleAnybody(requestActionAsGuest, async ({ input, trx, refuse, context }) => {
  const found = await readTicket(trx, input.token)
  if (!found.ok) return refuse(found.code)
  const { tokenId, reservationId } = found.ticket
  const held = await lockHeld(trx, reservationId)
  if (!held) return refuse('eticket-invalid')
  mustBeInTime(input.validUntil, held.at, refuse)
  // A revocation comes first, or waits until this is decided.
  await keepTicket(trx, tokenId)
  const still = await readTicket(trx, input.token)
  if (!still.ok) return refuse(still.code)
  if (still.ticket.reservationId !== reservationId) return refuse('reservation-over')
  const deviceIds = input.deviceId === null ? null : [input.deviceId]
  const request = { held, by: 'eticket', deviceIds, action: input.action, tokenId } as const
  return answerOf(await beginRun(trx, context, request), refuse)
})

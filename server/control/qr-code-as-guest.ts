import { qrCodeAsGuest } from '../../contract/control/own.ts'
import { readHeld } from '../doors/holder.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { makeQr } from './qr-make.ts'
import { readTicket } from './ticket.ts'

/** Makes a code for the holder of an eTicket, for the reservation that the link opens now. */
export default answerAnybody(qrCodeAsGuest, async ({ input, trx, refuse }) => {
  const found = await readTicket(trx, input.token)
  if (!found.ok) return refuse(found.code)
  const held = await readHeld(trx, found.ticket.reservationId)
  if (!held) return refuse('eticket-invalid')
  const made = await makeQr(trx, held, input.deviceId)
  return made.ok ? made.qr : refuse(made.code)
})

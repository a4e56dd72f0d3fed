import { qrCode } from '../../contract/control/own.ts'
import { readHeld } from '../doors/holder.ts'
import { answer } from '../kernel/bus/handle.ts'
import { makeQr } from './qr-make.ts'

/** Makes a code for the reader of a device of the caller's reservation. */
export default answer(qrCode, async ({ input, actor, trx, refuse }) => {
  const held = await readHeld(trx, input.reservationId)
  if (!held || held.userId !== actor.userId) return refuse('not-found')
  const made = await makeQr(trx, held, input.deviceId)
  return made.ok ? made.qr : refuse(made.code)
})

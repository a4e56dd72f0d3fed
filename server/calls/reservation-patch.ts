import * as z from 'zod'
import { abandon } from '../../contract/reservations/book.ts'
import { cancel, changeDevice, edit } from '../../contract/reservations.ts'
import { displacementsOf, refundAfterDisplacements } from '../../machines/booking/refund.ts'
import { type HttpCall, pathId, type Reply, read } from '../http/call.ts'
import { readAttributes } from '../http/jsonapi.ts'
import { defined } from '../http/parameters.ts'
import { refused, refuser } from '../kernel/bus/refuse.ts'
import { sendAttributes } from './attributes.ts'
import { answerReservation, eitherSide, shownTo } from './reservation-one.ts'

const short = (most: number) => z.string().trim().max(most).nullable()
const attributes = z.strictObject({
  device_id: z.number().int().positive().optional(),
  state: z.string().max(45).optional(),
  note: short(255).optional(),
  licence_plate: z.string().max(45).nullable().optional(),
  rfid_token: short(255).optional(),
})
type Change = z.output<typeof attributes>

/**
 * PATCH /reservations/:id: device_id moves it to an equivalent device; note, licence_plate and rfid_token are edited; state STORNO cancels it
 * with the refund due now, CANCELED gives a hold up. One of the three at a time. Also refuses state-not-supported.
 */
export async function patchReservation(call: HttpCall): Promise<Reply> {
  const id = pathId(call)
  const given = readAttributes(call.body, { type: 'reservations', id: String(id), attributes })
  await changeBy(call, id, given)
  return answerReservation(call, id)
}

async function changeBy(call: HttpCall, id: number, given: Change): Promise<void> {
  const { device_id: deviceId, state, ...texts } = given
  const written = Object.values(texts).some((value) => value !== undefined)
  if ([deviceId !== undefined, state !== undefined, written].filter(Boolean).length !== 1)
    throw refused({ code: 'bad-input', fields: [{ path: 'data.attributes', issue: 'field-invalid' }] })
  if (deviceId !== undefined)
    await sendAttributes(call, changeDevice, { reservationId: id, deviceId }, { deviceId: 'device_id' })
  else if (state !== undefined) await enterState(call, id, state)
  else {
    const edits = defined({ note: texts.note, licencePlate: texts.licence_plate, rfidToken: texts.rfid_token })
    const names = { licencePlate: 'licence_plate', rfidToken: 'rfid_token' }
    await sendAttributes(call, edit, { reservationId: id, ...edits }, names)
  }
}

async function enterState(call: HttpCall, id: number, state: string): Promise<void> {
  if (state === 'CANCELED') await sendAttributes(call, abandon, { reservationId: id })
  else if (state === 'STORNO')
    await sendAttributes(call, cancel, { reservationId: id, refundCents: await presentRefund(call, id) })
  else {
    const fields = [{ path: 'data.attributes.state', issue: 'state-not-supported' as const }]
    refuser<'state-not-supported'>()('state-not-supported', undefined, fields)
  }
}

/** The refund of cancelling now; for a cancelled reservation, the refund it had, so that a retry is the same command. */
function presentRefund(call: HttpCall, id: number): Promise<number> {
  return read(call, { name: 'http.refund', access: eitherSide }, async (reading) => {
    const { state, start, end, paidCents, refundedCents, rules, displacements, site } = (await shownTo(reading, id))
      .view
    if (state === 'STORNO') return refundedCents
    const span = { start: new Date(start), end: new Date(end) }
    const due = refundAfterDisplacements(
      paidCents,
      { ...rules, timeZone: site.timeZone },
      span,
      displacementsOf(displacements),
      reading.now,
    )
    return Math.max(0, due - refundedCents)
  })
}

import * as z from 'zod'
import { bookers, bookingOperators } from '../../contract/features.ts'
import { mayOperate } from '../claims/own.ts'
import { type HttpCall, pathId, type Reply, read, readQuery } from '../http/call.ts'
import { readInclude } from '../http/jsonapi.ts'
import { text } from '../http/parameters.ts'
import type { Reading } from '../kernel/bus/dispatch.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { seesBooking } from '../reservations/booking.ts'
import { readReservations } from '../reservations/view.ts'
import { reservationDocument, reservationIncludes, type Shown } from './reservation-resources.ts'

/** Reservations belong to their owners and to the operators of their zones. */
export const eitherSide = [...bookers, ...bookingOperators] as const

const reservationQuery = z.strictObject({ include: text.toLowerCase().optional() })

/** GET /reservations/:id: the caller's own with everything of it, or one of the caller's zones as operators see it. Others are not found. */
export async function getReservation(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, reservationQuery).include, reservationIncludes)
  return answerReservation(call, pathId(call), asked)
}

/** Returns the current reservation as a document. Throws Refused not-found. */
export async function answerReservation(
  call: HttpCall,
  id: number,
  asked: Parameters<typeof reservationDocument>[2] = new Set(),
): Promise<Reply> {
  const document = await read(call, { name: 'http.reservation', access: eitherSide }, async (reading) =>
    reservationDocument(reading, await shownTo(reading, id), asked),
  )
  return { document }
}

/** Returns one reservation as the caller may see it. Throws Refused not-found. */
export async function shownTo({ trx, actor }: Reading, id: number): Promise<Shown> {
  const [found] = await readReservations(trx, [id])
  if (found?.userId === actor.userId) return { view: found.view }
  if (found && mayOperate(actor) && (await seesBooking(trx, actor, id))) return { view: found.booking }
  throw refused({ code: 'not-found' })
}

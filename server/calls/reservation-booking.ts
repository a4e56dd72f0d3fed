import * as z from 'zod'
import { bookers } from '../../contract/features.ts'
import { finalize, hold, payment } from '../../contract/reservations/book.ts'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { type HttpCall, pathId, type Reply, read } from '../http/call.ts'
import { type Document, readAttributes } from '../http/jsonapi.ts'
import { defined, instant } from '../http/parameters.ts'
import { sendAttributes } from './attributes.ts'
import { reservationDocument } from './reservation-resources.ts'

/** The command's input, with times that carry an offset. */
const requested = hold.input.extend({ start: instant.nullable().default(null), end: instant.nullable().default(null) })

/** POST /reservations: holds a place for two minutes, 201; returns the caller's existing hold for the same request with 200. */
export async function postReservation(call: HttpCall): Promise<Reply> {
  const input = readAttributes(call.body, { type: 'reservations', attributes: requested })
  const { reservation, found } = await sendAttributes(call, hold, defined(input))
  call.response.location(`/reservations/${reservation.id}`)
  return { status: found ? 200 : 201, document: await ownDocument(call, reservation) }
}

const paid = z.strictObject({
  ...payment,
  acceptedDocumentIds: finalize.input.shape.acceptedDocumentIds,
})

/** POST /reservations/:id/finalize: books the held place. For a card, attributes.payment says where to pay and until when. */
export async function postFinalize(call: HttpCall): Promise<Reply> {
  const reservationId = pathId(call)
  const input = readAttributes(call.body, { type: 'reservations', id: String(reservationId), attributes: paid })
  const { reservation } = await sendAttributes(call, finalize, { reservationId, ...input })
  return { document: await ownDocument(call, reservation) }
}

function ownDocument(call: HttpCall, view: ReservationView): Promise<Document> {
  return read(call, { name: 'http.reservation', access: bookers }, (reading) =>
    reservationDocument(reading, { view }, new Set()),
  )
}

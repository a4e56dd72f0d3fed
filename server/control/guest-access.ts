import { guestAccess } from '../../contract/control/own.ts'
import { rooms } from '../../contract/rooms.ts'
import { doorViews } from '../../telemetry/views/door.ts'
import { readAccess } from '../doors/access-view.ts'
import { watchingAnybody } from '../kernel/bus/handle.ts'
import { changeOf, doorRooms, doorsOf } from './access.ts'
import { readTicket } from './ticket.ts'

/** Returns control.access for the holder of a link, while the link is valid. */
export default watchingAnybody(guestAccess, {
  rooms: async ({ input, trx, refuse }) => {
    const found = await readTicket(trx, input.token)
    if (!found.ok) return refuse(found.code)
    const { reservationId, madeFor } = found.ticket
    const [read] = await readAccess(trx, [reservationId])
    if (!read) return refuse('eticket-invalid')
    // Joins the room of the link's own reservation, whose rights are checked again when the link is revoked.
    return [...new Set([rooms.ticket(reservationId), rooms.ticket(madeFor)]), ...doorRooms(read)]
  },
  snapshot: async ({ input, trx }) => {
    const found = await readTicket(trx, input.token)
    const [read] = found.ok ? await readAccess(trx, [found.ticket.reservationId]) : []
    return read ? [changeOf(read, 'guest'), ...(await doorViews(trx, doorsOf(read)))] : []
  },
})

import type { Change } from '../../contract/changes.ts'
import { ownAccess } from '../../contract/control/own.ts'
import { openingFacts } from '../../contract/reservations/facts.ts'
import { type Room, rooms } from '../../contract/rooms.ts'
import { reservationPhase } from '../../machines/reservation.ts'
import { type ReservationPhase } from '../../machines/reservation-events.ts'
import { doorViews } from '../../telemetry/views/door.ts'
import { type ReadAccess, readAccess } from '../doors/access-view.ts'
import { watching } from '../kernel/bus/handle.ts'

/** What the caller's reservation opens, and its devices while it grants a right to them. */
export default watching(ownAccess, {
  rooms: async ({ input, actor, trx, refuse }) => {
    const [read] = await readAccess(trx, [input.reservationId])
    if (!read || read.userId !== actor.userId) return refuse('not-found')
    if (read.owner.state === 'CREATED') return refuse('reservation-not-reserved')
    return [rooms.access(read.reservationId), ...doorRooms(read)]
  },
  snapshot: async ({ input, actor, trx }) => {
    const read = (await readAccess(trx, [input.reservationId])).find(({ userId }) => userId === actor.userId)
    return read ? [changeOf(read, 'owner'), ...(await doorViews(trx, doorsOf(read)))] : []
  },
})

const seen: readonly ReservationPhase[] = ['future', 'open', 'running', 'grace']

/**
 * Returns the devices that a reservation shows its holder now: those of a booked reservation that is not over, or that
 * the holder has not left yet.
 */
export function doorsOf({ owner, now }: ReadAccess): number[] {
  return seen.includes(reservationPhase(openingFacts(owner), now)) ? owner.devices.map(({ deviceId }) => deviceId) : []
}

export function doorRooms(read: ReadAccess): Room<'door'>[] {
  return doorsOf(read).map(rooms.door)
}

export function changeOf(read: ReadAccess, who: 'owner' | 'guest'): Change<'access'> {
  return { kind: 'access', id: read.reservationId, version: read.version, view: read[who] }
}

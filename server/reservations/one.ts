import { reservation } from '../../contract/reservations.ts'
import { rooms } from '../../contract/rooms.ts'
import { watching } from '../kernel/bus/handle.ts'
import { ownerChanges } from './mine.ts'

/** One of the caller's reservations, in any state; other people's are not found. */
export default watching(reservation, {
  rooms: async ({ input, actor, trx, refuse }) => {
    const own: unknown = await trx('reservations')
      .where({ id: input.reservationId, user_id: actor.userId })
      .whereNull('parent_id')
      .first('id')
    return own ? [rooms.user(actor.userId)] : refuse('not-found')
  },
  snapshot: ({ input, trx }) => ownerChanges(trx, [input.reservationId]),
})

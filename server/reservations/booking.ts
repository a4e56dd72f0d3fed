import type { Knex } from 'knex'
import { booking } from '../../contract/reservations.ts'
import { rooms } from '../../contract/rooms.ts'
import { seesSite } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { watching } from '../kernel/bus/handle.ts'
import { readReservations } from './view.ts'

/** One reservation as the operators of its zone see it, with its person. */
export default watching(booking, {
  rooms: async ({ input, actor, trx, refuse }) =>
    (await seesBooking(trx, actor, input.reservationId)) ? [rooms.booking(input.reservationId)] : refuse('not-found'),
  snapshot: async ({ input, trx }) => {
    const read = await readReservations(trx, [input.reservationId])
    return read.map(({ id, version, booking: view }) => ({ kind: 'booking', id, version, view, rooms: [] }))
  },
})

/** Returns whether a main reservation is at a site of the actor's zones. */
export async function seesBooking(trx: Knex, actor: UserActor, reservationId: number): Promise<boolean> {
  const found = (await trx('reservations').where({ id: reservationId }).whereNull('parent_id').first('site_id')) as
    | { site_id: number }
    | undefined
  return found !== undefined && (await seesSite(trx, actor, found.site_id))
}

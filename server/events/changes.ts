import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { changes } from '../../contract/events.ts'
import { rooms } from '../../contract/rooms.ts'
import { Event } from '../../db/models/reservations.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { roomsOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The access times of the zones that the caller manages. */
export default watching(changes, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => {
    const seen = await Event.query(trx).modify('visibleTo', actor).modify('kept')
    return seen.map((event) => accessTimeChange(event, roomsOf(actor)))
  },
})

type Pushed = Pick<Event, 'id' | 'name' | 'version' | 'zoneId'>
type Rooms = RoomChange<'accessTime'>['rooms']

const accessTimeChange = ({ id, name, version }: Pushed, to: Rooms): RoomChange<'accessTime'> =>
  change('accessTime', { id, version, view: { name }, rooms: to })

const operatorRooms = (zoneId: number): Rooms => [rooms.all(), rooms.zone(zoneId)]

/** Pushes an access time that was added or changed to the operators of its zone. */
export async function publishAccessTime(trx: Knex.Transaction, event: Pushed): Promise<void> {
  await publish(trx, [accessTimeChange(event, operatorRooms(event.zoneId))])
}

/** Takes a deleted access time from the screens. */
export async function publishRemoved(trx: Knex.Transaction, { id, zoneId }: Event): Promise<void> {
  const version = await nextVersion(trx)
  await publish(trx, [change('accessTime', { id, version, view: null, rooms: operatorRooms(zoneId) })])
}

/** Sends every view again: a renamed access time has its name in the reservations that were made with it. */
export async function sendViewsAgain(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_notify('rights', '{"all": true, "again": true}')`)
}

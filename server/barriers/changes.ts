import type { Knex } from 'knex'
import { changes } from '../../contract/barriers.ts'
import { change, type RoomChange } from '../../contract/changes.ts'
import { Barrier } from '../../db/models/sites.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { siteRooms } from '../../telemetry/views/scope.ts'
import { roomsOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The barriers at the sites of the zones that the caller manages. */
export default watching(changes, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => {
    const seen = await Barrier.query(trx).modify('visibleTo', actor)
    return seen.map((barrier) => barrierChange(barrier, roomsOf(actor)))
  },
})

type Rooms = RoomChange<'barrier'>['rooms']
type Pushed = Pick<Barrier, 'id' | 'version' | 'description'>

const barrierChange = ({ id, version, description }: Pushed, to: Rooms): RoomChange<'barrier'> =>
  change('barrier', { id, version, view: { description }, rooms: to })

/**
 * Pushes a barrier that was added or changed to the operators of its site. Those of the site that it left lose it, by a
 * version older than its own: who operates both keeps it.
 */
export async function publishBarrier(
  trx: Knex.Transaction,
  barrier: Pushed & Pick<Barrier, 'siteId'>,
  left: { readonly siteId: number; readonly version: number } | null = null,
): Promise<void> {
  const to = await operatorRooms(trx, barrier.siteId)
  const pushed = [barrierChange(barrier, to)]
  if (left && left.siteId !== barrier.siteId) {
    const lost = (await operatorRooms(trx, left.siteId)).filter((room) => !to.includes(room))
    pushed.push(change('barrier', { id: barrier.id, version: left.version, view: null, rooms: lost }))
  }
  await publish(trx, pushed)
}

/** Takes a deleted barrier from the screens. */
export async function publishRemovedBarrier(trx: Knex.Transaction, { id, siteId }: Barrier): Promise<void> {
  const version = await nextVersion(trx)
  await publish(trx, [change('barrier', { id, version, view: null, rooms: await operatorRooms(trx, siteId) })])
}

async function operatorRooms(trx: Knex.Transaction, siteId: number): Promise<Rooms> {
  const zoneIds: number[] = await trx('site_zones').where({ site_id: siteId }).orderBy('zone_id').pluck('zone_id')
  return siteRooms(siteId, zoneIds)
}

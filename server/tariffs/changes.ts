import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { rooms } from '../../contract/rooms.ts'
import { changes } from '../../contract/tariffs.ts'
import { Zone } from '../../db/models/people.ts'
import { Tariff } from '../../db/models/reservations.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { roomsOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The tariffs of the companies whose zones the caller manages. */
export default watching(changes, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => {
    const seen = await Tariff.query(trx).modify('visibleTo', actor)
    return seen.map((tariff) => tariffChange(tariff, roomsOf(actor)))
  },
})

type Pushed = Pick<Tariff, 'id' | 'name' | 'version'>

const tariffChange = ({ id, name, version }: Pushed, to: RoomChange<'tariff'>['rooms']): RoomChange<'tariff'> =>
  change('tariff', { id, version, view: { name }, rooms: to })

/** Pushes a tariff that was added or changed to the operators of its company. */
export async function publishTariff(trx: Knex.Transaction, tariff: Pushed & Pick<Tariff, 'tenantId'>): Promise<void> {
  await publish(trx, [tariffChange(tariff, await operatorRooms(trx, tariff.tenantId))])
}

/** Takes a deleted tariff from the screens. */
export async function publishRemovedTariff(trx: Knex.Transaction, { id, tenantId }: Tariff): Promise<void> {
  const to = await operatorRooms(trx, tenantId)
  await publish(trx, [change('tariff', { id, version: await nextVersion(trx), view: null, rooms: to })])
}

async function operatorRooms(trx: Knex.Transaction, tenantId: number): Promise<RoomChange<'tariff'>['rooms']> {
  const zones = await Zone.query(trx).where({ tenant_id: tenantId }).select('id').orderBy('id')
  return [rooms.all(), ...zones.map(({ id }) => rooms.zone(id))]
}

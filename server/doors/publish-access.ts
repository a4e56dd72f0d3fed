import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { type ReadAccess, readAccess } from './access-view.ts'

/**
 * Returns what reservations open now, as changes for their owners and guests. The caller holds their locks, so that
 * versions rise with the content.
 */
export async function accessChanges(trx: Knex.Transaction, ids: readonly number[]): Promise<RoomChange<'access'>[]> {
  return (await readAccess(trx, ids)).flatMap(changesOf)
}

/** Publishes to owners and guests what their reservations open now. */
export async function publishAccess(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<void> {
  await publish(trx, await accessChanges(trx, reservationIds))
}

function changesOf({ reservationId: id, version, owner, guest }: ReadAccess): RoomChange<'access'>[] {
  return [
    change('access', { id, version, view: owner, rooms: [rooms.access(id)] }),
    change('access', { id, version, view: guest, rooms: [rooms.ticket(id)] }),
  ]
}

import type { Knex } from 'knex'
import { rooms } from '../../contract/rooms.ts'
import { type Change, emit } from '../../db/outbox.ts'
import { type ReadAccess, readAccess } from './access-view.ts'

/** What reservations open now, as changes for their owners and for guests. The caller holds their locks, so that versions rise with what they say. */
export async function accessChanges(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<Change[]> {
  return (await readAccess(trx, reservationIds)).flatMap(changesOf)
}

/** Tells owners and guests what their reservations open now. */
export async function tellAccess(trx: Knex.Transaction, reservationIds: readonly number[]): Promise<void> {
  const changes = await accessChanges(trx, reservationIds)
  if (changes.length > 0) await emit(trx, { changes })
}

function changesOf({ reservationId: id, version, owner, guest }: ReadAccess): Change[] {
  return [
    { kind: 'access', id, version, view: owner, rooms: [rooms.access(id)] },
    { kind: 'access', id, version, view: guest, rooms: [rooms.ticket(id)] },
  ]
}

import type { Knex } from 'knex'
import { change, type RoomChange, type RoomOf } from '../../contract/changes.ts'
import type { Fact } from '../../contract/facts.ts'
import { rooms } from '../../contract/rooms.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { accessChanges } from '../doors/publish-access.ts'
import { type ReadReservation, readReservations } from './view.ts'

/**
 * Publishes reservations that this transaction wrote; returns them as read. `gone` = deleted claims of the first one.
 */
export async function publishReservations(
  trx: Knex.Transaction,
  ids: readonly number[],
  { fact, gone = [] }: { fact?: Fact; gone?: readonly number[] } = {},
): Promise<ReadReservation[]> {
  const read = await readReservations(trx, ids)
  const booked = read.filter(({ view }) => view.state !== 'CREATED').map(({ id }) => id)
  const changes = [
    ...read.flatMap(changesOf),
    ...(await accessChanges(trx, booked)),
    ...(await goneClaims(trx, gone, read[0])),
  ]
  await publish(trx, changes, fact)
  return read
}

/** Deleted claims of the first published reservation (a removed option). */
async function goneClaims(
  trx: Knex.Transaction,
  ids: readonly number[],
  of: ReadReservation | undefined,
): Promise<RoomChange<'claim'>[]> {
  if (ids.length === 0 || !of) return []
  const version = await nextVersion(trx)
  return ids.map((id) => change('claim', { id, version, view: null, rooms: claimRooms(of.zoneIds) }))
}

function claimRooms(zoneIds: readonly number[]): RoomOf<'claim'>[] {
  return [...zoneIds.map(rooms.claims), rooms.claimsOfAll()]
}

/**
 * The owner gets the owner's view, the watchers in the zone the operators' view, and everybody who may book at the site
 * the claims.
 */
function changesOf({ id, version, userId, zoneIds, view, booking, claims }: ReadReservation): RoomChange[] {
  const where = claimRooms(zoneIds)
  return [
    ...(userId === null ? [] : [change('reservation', { id, version, view, rooms: [rooms.user(userId)] })]),
    change('booking', { id, version, view: booking, rooms: [rooms.booking(id)] }),
    ...claims.map(({ version: own, ...claim }) =>
      change('claim', { id: claim.id, version: own, view: claim, rooms: where }),
    ),
  ]
}

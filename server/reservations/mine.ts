import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { mine } from '../../contract/reservations.ts'
import { rooms } from '../../contract/rooms.ts'
import { many } from '../../db/sql.ts'
import { expired } from '../claims/facts.ts'
import { watching } from '../kernel/bus/handle.ts'
import { readReservations } from './view.ts'

/** More live reservations than any person has; the paged lists show further ones. */
const most = 200

/** The caller's live reservations: running holds, running and future reservations, the earliest first. */
export default watching(mine, {
  rooms: async ({ actor }) => [rooms.user(actor.userId)],
  snapshot: async ({ actor, trx, now }) => {
    const rows = await many<{ id: number }>(
      trx,
      `select r.id from reservations r
       where r.user_id = :userId and r.parent_id is null and r.ends_at > :now and r.state in ('CREATED', 'RESERVED') and not ${expired('r')}
       order by r.starts_at, r.id limit ${most}`,
      { userId: actor.userId, now },
    )
    const ids = rows.map(({ id }) => id)
    return ownerChanges(trx, ids)
  },
})

/** The owner's views as rows of a snapshot. */
export async function ownerChanges(trx: Knex, ids: readonly number[]): Promise<RoomChange<'reservation'>[]> {
  const read = await readReservations(trx, ids)
  return read.map(({ id, version, view }) => change('reservation', { id, version, view, rooms: [] }))
}

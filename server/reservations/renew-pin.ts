import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import type { LockedReservation } from '../claims/own.ts'
import { pinFor } from './complete.ts'

/**
 * Gives the stay of a locked reservation a new PIN; returns the reservations that now have it, locked in ascending id
 * (none if the stay has no PIN).
 */
export async function renewPin(trx: Knex.Transaction, own: LockedReservation): Promise<number[]> {
  if (own.pin === null) return []
  const pin = await pinFor(trx, { ...own, pin: null })
  const rows = await many<{ id: number }>(
    trx,
    `with recursive before as (
       select id, follows_id from reservations where id = :id
       union all select r.id, r.follows_id from reservations r join before b on r.id = b.follows_id),
     stay as (
       select id from before where follows_id is null
       union all select r.id from reservations r join stay s on r.follows_id = s.id),
     same as materialized (
       select id from reservations where id in (select id from stay) and pin = :old and state = 'RESERVED' and ends_at > :now
       order by id for no key update)
     update reservations set pin = :pin where id in (select id from same) returning id`,
    { id: own.id, old: own.pin, pin, now: own.now },
  )
  return rows.map(({ id }) => id)
}

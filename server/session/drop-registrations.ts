import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'

/** How long a registration that nobody confirms is kept. */
export const unfinishedDays = 7

/** Deletes accounts that registered by themselves and were never confirmed (rule SE-10). Returns how many. */
export async function dropRegistrations(knex: Knex): Promise<number> {
  const dropped = await many(
    knex,
    `delete from users u where u.state = 'REGISTERED' and u.created_by is null and u.last_login_at is null
       and u.tos_accepted_at < now() - make_interval(days => ?)
       and not exists (select from reservations r where r.user_id = u.id)
       and not exists (select from tokens k where k.user_id = u.id and k.used_at is null and k.revoked_at is null and k.expires_at > now())
     returning u.id`,
    [unfinishedDays],
  )
  return dropped.length
}

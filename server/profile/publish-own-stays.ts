import type { Knex } from 'knex'
import { publishReservations } from '../reservations/publish-reservations.ts'

const maxStays = 100

/** Publishes somebody's live reservations, which show their name and consent: each gets a new version. */
export async function publishOwnStays(trx: Knex.Transaction, userId: number, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with stays as (
       select id from reservations where user_id = ? and parent_id is null and state = 'RESERVED' and ends_at > ?::timestamptz
       order by id limit ? for no key update)
     update reservations r set use_automatic_access = r.use_automatic_access from stays where r.id = stays.id returning r.id`,
    [userId, now, maxStays],
  )
  if (rows.length > 0)
    await publishReservations(
      trx,
      rows.map(({ id }) => id),
    )
}

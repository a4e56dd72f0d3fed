import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { Person } from '../access/zone-access.ts'

/** The place that a person holds while choosing does not stand in his way: another request ends that hold. Null = he holds none. */
export async function ownHold(trx: Knex, person: Person | null): Promise<number | null> {
  if (!person) return null
  const rows = await prepared<{ id: number }>(
    trx,
    `select id from reservations where user_id = ? and state = 'CREATED' and hold_kind = 'choosing' and parent_id is null and follows_id is null`,
    [person.userId],
  )
  return rows[0]?.id ?? null
}

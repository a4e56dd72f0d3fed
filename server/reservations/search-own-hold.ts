import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { Person } from '../access/zone-access.ts'

/** Returns the person's hold, which does not block them because another request ends it; null = none. */
export async function ownHold(trx: Knex, person: Person | null): Promise<number | null> {
  if (!person) return null
  const rows = await prepared<{ id: number }>(
    trx,
    `select id from reservations where user_id = ? and state = 'CREATED' and hold_kind = 'choosing' and parent_id is null and follows_id is null`,
    [person.userId],
  )
  return rows[0]?.id ?? null
}

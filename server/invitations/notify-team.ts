import type { Knex } from 'knex'
import { User } from '../../db/models/people.ts'

/** Maximum number of people in one notification; beyond it all screens read again. */
const maxNamed = 500

/** Makes the screens of everybody who sees the team of these zones read their views again at the commit. */
export async function notifyTeam(trx: Knex.Transaction, zoneIds: readonly number[]): Promise<void> {
  const seeing = await User.query(trx)
    .joinRelated('role')
    .where('users.state', 'ACTIVE')
    .whereRaw(
      `(role.kind = 'Admin' or role.kind = 'Reservation Manager'
         and users.id in (select user_id from user_zones where zone_id = any (?)))`,
      [[...zoneIds]],
    )
    .select('users.id')
  const users = seeing.map(({ id }) => id)
  const whom = users.length > maxNamed ? { all: true } : { users }
  await trx.raw(`select pg_notify('rights', ?)`, [JSON.stringify({ ...whom, again: true })])
}

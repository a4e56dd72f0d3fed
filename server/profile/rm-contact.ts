import type { Knex } from 'knex'
import { rmContact } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { exists } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'

/** The contact of somebody who blocks people; nobody else learns it. */
export default answer(rmContact, async ({ input, actor, trx, refuse }) => {
  const { userId } = input
  const isShown = userId === actor.userId || actor.seesAll || (await hasBlocked(trx, userId, actor.userId))
  const user = isShown ? await User.query(trx).findById(userId) : undefined
  if (!user) return refuse('not-found')
  const { id, shownName: name, rmContactEmail, rmContactPhoneNumber } = user
  return { id, name, rmContactEmail, rmContactPhoneNumber }
})

function hasBlocked(trx: Knex, rmId: number, userId: number): Promise<boolean> {
  const blocks = `select from blocked_users where block_rm_id = ? and user_id = ? and state = 'blocked'`
  return exists(trx, blocks, [rmId, userId])
}

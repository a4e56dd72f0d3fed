import { removeManager } from '../../contract/invitations.ts'
import { User, Zone } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { takeRights } from './take-rights.ts'

/**
 * Takes the rights in the named zones, or in all zones of the caller's, from a manager (rule IV-3). Open screens and
 * waiting commands of that person end with the commit.
 */
export default handle(removeManager, async ({ input, actor, trx, refuse }) => {
  const { userId, zoneIds: named } = input
  const own = await Zone.query(trx)
    .modify('visibleTo', actor)
    .where((zones) => {
      if (named) zones.findByIds(named)
    })
    .select('id')
  const ownIds = own.map(({ id }) => id)
  if (named && ownIds.length < named.length)
    return refuse('bad-input', undefined, [{ path: 'zoneIds', issue: 'field-not-found' }])
  const user = await User.query(trx).findById(userId).modify('canManageZones').forUpdate()
  if (!user) return refuse('not-found')
  const rows: { zone_id: number }[] = await trx('user_zones')
    .where('user_id', userId)
    .whereIn('zone_id', ownIds)
    .orderBy('zone_id')
    .select('zone_id')
  const zoneIds = rows.map(({ zone_id }) => zone_id)
  if (zoneIds.length === 0) return refuse('not-found')
  if (userId === actor.userId) return refuse('manager-yourself')
  return { zoneIds, visitor: await takeRights(trx, user, zoneIds) }
})

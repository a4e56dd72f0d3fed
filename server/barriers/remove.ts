import { remove } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSites } from '../claims/claim.ts'
import { movedMeanwhile } from '../devices/checks.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishRemovedBarrier } from './changes.ts'
import { valuesOf } from './checks.ts'
import { removal } from './removal.ts'

/**
 * Removes a barrier; the device stays (rule D-7). Refused while the device is reserved: whether a way leads in or out is
 * counted by it.
 */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { barrierId, version } = input
  const row = () => Barrier.query(trx).findById(barrierId).modify('visibleTo', actor)
  const before = await row()
  if (!before) return refuse('not-found')
  await lockSites(trx, [before.siteId])
  const barrier = await lockVersion(trx, refuse, { row: row(), seen: version, current: valuesOf, forRemoval: true })
  if (barrier.siteId !== before.siteId) throw movedMeanwhile()
  await refuseDependants(refuse, removal.dependants(trx, [barrierId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: barrierId, seen: input.world, now })
  await barrier.$query(trx).delete()
  await publishRemovedBarrier(trx, barrier)
  return { barrierId }
})

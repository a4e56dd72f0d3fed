import { add } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { lockSites } from '../claims/claim.ts'
import { lockOpenedBy, publishOpenedBy } from '../devices/opened-by.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishBarrier } from './changes.ts'
import { checkPlace, meanings } from './checks.ts'

/**
 * Makes a device the entrance or exit of a site, with its own number (rule D-6). Holders who open it see it at once.
 */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  await lockSites(trx, [input.siteId])
  const holders = await lockOpenedBy(trx, input.deviceId === null ? [] : [input.deviceId])
  await checkPlace(trx, refuse, input, actor)
  const { userId } = actor
  const by = { createdBy: userId, modifiedBy: userId }
  const { id, version } = await translateConstraints(trx, refuse, meanings, () =>
    Barrier.query(trx)
      .insert({ ...input, ...by })
      .returning(['id', 'version']),
  )
  await publishBarrier(trx, { ...input, id, version })
  await publishOpenedBy(trx, holders)
  return { barrierId: id }
})

import { edit } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { nextVersion } from '../../db/outbox.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { lockSites } from '../claims/claim.ts'
import { liveReservationsOf, movedMeanwhile } from '../devices/checks.ts'
import { lockOpenedBy, publishOpenedBy } from '../devices/opened-by.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishBarrier } from './changes.ts'
import { checkPlace, meanings, valuesOf } from './checks.ts'

/** Saves all fields of a barrier (rules D-6 and D-7). Holders who open its device see it at once. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { barrierId, version, ...fields } = input
  const row = () => Barrier.query(trx).findById(barrierId).modify('visibleTo', actor)
  const before = await row()
  if (!before) return refuse('not-found')
  await lockSites(trx, [...new Set([before.siteId, fields.siteId])])
  const devices = [before.deviceId, fields.deviceId].filter((id) => id !== null)
  const holders = await lockOpenedBy(trx, devices)
  const kept = await lockVersion(trx, refuse, { row: row(), seen: version, current: valuesOf })
  if (kept.version !== before.version) throw movedMeanwhile()
  await checkPlace(trx, refuse, fields, actor)
  const left = kept.deviceId === fields.deviceId ? null : kept.deviceId
  if (left !== null && (await liveReservationsOf(trx, [left]).resultSize()) > 0)
    return refuse('barrier-in-use', undefined, [{ path: 'deviceId', issue: 'barrier-in-use' }])
  const gone = await nextVersion(trx)
  const saved = await translateConstraints(trx, refuse, meanings, () =>
    kept.$query(trx).patchAndFetch({ ...fields, modifiedBy: actor.userId }),
  )
  await publishBarrier(trx, saved, { siteId: before.siteId, version: gone })
  await publishOpenedBy(trx, holders)
  return { barrierId, version: saved.version }
})

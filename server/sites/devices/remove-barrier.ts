import { removeBarrier } from '../../../contract/device-admin.ts'
import { Barrier } from '../../../db/models/sites.ts'
import { handle } from '../../bus/handle.ts'
import { lockSites } from '../../claims/claim.ts'
import { lockBarriers } from './barrier-checks.ts'
import { liveReservations } from './checks.ts'

/** Removes a barrier; the device stays (rule D-7). Refused while the device is reserved: whether a way leads in or out is counted by it. */
export default handle(removeBarrier, async ({ input, trx, refuse }) => {
  const { barrierId } = input
  const before = await Barrier.query(trx).findById(barrierId)
  if (!before) return refuse('not-found')
  await lockSites(trx, [before.siteId])
  await lockBarriers(trx)
  const barrier = await Barrier.query(trx).findById(barrierId)
  if (!barrier) return refuse('not-found')
  if (barrier.deviceId !== null && (await liveReservations(trx, barrier.deviceId)) > 0) return refuse('barrier-in-use')
  await barrier.$query(trx).delete()
  return { barrierId }
})

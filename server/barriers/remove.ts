import { removeBarrier } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { lockSites } from '../claims/claim.ts'
import { liveReservations } from '../devices/checks.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockBarriers } from './checks.ts'

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

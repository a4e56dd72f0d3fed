import { removeBarrier } from '../../../contract/device-admin.ts'
import { handle } from '../../bus/handle.ts'
import { lockSites } from '../../claims/claim.ts'
import { lockBarriers } from './barrier-checks.ts'
import { liveReservations } from './checks.ts'

/** Removes a barrier; the device stays (rule D-7). Refused while the device is reserved: whether a way leads in or out is counted by it. */
export default handle(removeBarrier, async ({ input, trx, refuse }) => {
  const { barrierId } = input
  const read = () =>
    trx('barriers').where({ id: barrierId }).first<{ siteId: number; deviceId: number | null } | undefined>({
      siteId: 'site_id',
      deviceId: 'device_id',
    })
  const before = await read()
  if (!before) return refuse('not-found')
  await lockSites(trx, [before.siteId])
  await lockBarriers(trx)
  const barrier = await read()
  if (!barrier) return refuse('not-found')
  if (barrier.deviceId !== null && (await liveReservations(trx, barrier.deviceId)) > 0) return refuse('barrier-in-use')
  await trx('barriers').where({ id: barrierId }).delete()
  return { barrierId }
})

import { media } from '../../contract/sites/plan.ts'
import { answer } from '../kernel/bus/handle.ts'
import { maySeePictures, siteOfDevice } from '../media/may-see.ts'
import { picturesOf } from '../media/view.ts'

/** Pictures of a site or device that the caller operates or may book at. */
export default answer(media, async ({ input, actor, trx, refuse }) => {
  const deviceId = 'deviceId' in input ? input.deviceId : null
  const siteId = 'siteId' in input ? input.siteId : await siteOfDevice(trx, input.deviceId)
  if (siteId === null || !(await maySeePictures(trx, actor, siteId))) return refuse('not-found')
  return { media: await picturesOf(trx, { siteId, deviceId }) }
})

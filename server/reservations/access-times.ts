import { accessTimes } from '../../contract/reservations.ts'
import { fullMinute } from '../../machines/booking/calendar.ts'
import { admitToSite } from '../claims/admission.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'

/**
 * Returns the access times with which the caller may book at a site, for the time picker; private ones only if
 * permitted (rule A-2).
 */
export default answerAnybody(accessTimes, async ({ input, actor, trx, refuse }) => {
  const site = await admitToSite(trx, actor, input.siteId, refuse)
  return site.accessTimes
    .filter(({ mode, permitted }) => mode === 'public' || permitted)
    .map((event) => ({
      ...event,
      dailyUntil: event.dailyUntil && fullMinute(event.dailyUntil),
      deviceTypeIds: [...event.deviceTypeIds],
      stages: [...event.stages],
    }))
})

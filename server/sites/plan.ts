import { rooms } from '../../contract/rooms.ts'
import { plan } from '../../contract/sites/plan.ts'
import { deviceViews } from '../../telemetry/views/device.ts'
import { scopeOf, seesSite } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'
import { planChange } from './plan-view.ts'

/** The plan of a site of the caller's zones, with the live state of its devices. */
export default watching(plan, {
  rooms: async ({ input, actor, trx, refuse }) => {
    if (!(await seesSite(trx, actor, input.siteId))) return refuse('not-found')
    return [rooms.site(input.siteId)]
  },
  snapshot: async ({ input, actor, trx }) => [
    await planChange(trx, input.siteId),
    ...(await deviceViews(trx, { ...scopeOf(actor), siteIds: [input.siteId] })),
  ],
})

import { devices } from '../../contract/control.ts'
import { rooms } from '../../contract/rooms.ts'
import { deviceViews } from '../../telemetry/views/device.ts'
import { roomsOf, scopeOf, seesSite } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The smart remote: the devices in the caller's zones, or of one of their sites. */
export default watching(devices, {
  rooms: async ({ input, actor, trx, refuse }) => {
    if (input.siteId === undefined) return roomsOf(actor)
    if (!(await seesSite(trx, actor, input.siteId))) return refuse('not-found')
    return [rooms.site(input.siteId)]
  },
  snapshot: async ({ input, actor, trx }) =>
    deviceViews(trx, { ...scopeOf(actor), ...(input.siteId === undefined ? {} : { siteIds: [input.siteId] }) }),
})

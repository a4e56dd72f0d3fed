import { read } from '../../contract/devices/admin.ts'
import { Device } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { placeName } from '../sites/place-name.ts'
import { named, translated } from './names.ts'
import { valuesOf } from './values.ts'

/** One device in use of the caller's with what it refers to. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const device = await Device.query(trx)
    .findById(input.deviceId)
    .modify('inUse')
    .modify('visibleTo', actor)
    .withGraphFetched('[site, gateway(named), location, deviceType, accessMethods]')
    .modifyGraph('accessMethods', (methods) => {
      void methods.orderBy('display_name')
    })
  if (!device?.site || !device.gateway || !device.deviceType) return refuse('not-found')
  return {
    id: device.id,
    version: device.version,
    ...(await valuesOf(trx, device)),
    gateway: named(device.gateway),
    site: { id: device.siteId, name: device.site.fullName ?? device.site.name },
    location: device.location ? { id: device.location.id, name: placeName(device.location) } : null,
    deviceType: translated(device.deviceType),
    accessMethods: (device.accessMethods ?? []).map(translated),
  }
})

import { remove } from '../../contract/device-types.ts'
import { Event } from '../../db/models/reservations.ts'
import { Device, DeviceType } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Removes a device type (rule D-13). Refused, with names, while devices are of it, also retired ones, or access times are for it. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { deviceTypeId, version } = input
  const type = await lockVersion(trx, refuse, {
    row: DeviceType.query(trx).findById(deviceTypeId),
    seen: version,
    current: ({ displayName }) => ({ displayName }),
    forRemoval: true,
  })
  const restrictions = () => trx('event_device_types').where('device_type_id', deviceTypeId)
  await refuseDependants(refuse, [
    { kind: 'device', rows: Device.query(trx).where('device_type_id', deviceTypeId) },
    {
      kind: 'event',
      rows: Event.query(trx).modify('kept').whereIn('id', restrictions().select('event_id')),
    },
  ])
  // Only deleted access times are left.
  await restrictions().delete()
  await type.$query(trx).delete()
  return { deviceTypeId }
})

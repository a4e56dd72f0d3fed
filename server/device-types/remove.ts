import { remove } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Removes a device type (rule D-13). Refused, with names, while devices are of it, also retired ones, or access times are for it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { deviceTypeId, version } = input
  const type = await lockVersion(trx, refuse, {
    row: DeviceType.query(trx).findById(deviceTypeId),
    seen: version,
    current: ({ displayName }) => ({ displayName }),
    forRemoval: true,
  })
  const restrictions = () => trx('event_device_types').where('device_type_id', deviceTypeId)
  await refuseDependants(refuse, removal.dependants(trx, [deviceTypeId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: deviceTypeId, seen: input.world, now })
  // Only deleted access times are left.
  await restrictions().delete()
  await type.$query(trx).delete()
  return { deviceTypeId }
})

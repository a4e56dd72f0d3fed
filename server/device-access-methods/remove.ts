import { remove } from '../../contract/device-access-methods.ts'
import { Device, DeviceAccessMethod } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Removes an access method. Refused, with names, while devices in use have it; retired devices lose it. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { accessMethodId, version } = input
  const method = await lockVersion(trx, refuse, {
    row: DeviceAccessMethod.query(trx).findById(accessMethodId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  const links = () => trx('device_method_links').where('access_method_id', accessMethodId)
  await refuseDependants(refuse, [
    { kind: 'device', rows: Device.query(trx).modify('inUse').whereIn('id', links().select('device_id')) },
  ])
  await links().delete()
  await method.$query(trx).delete()
  return { accessMethodId }
})

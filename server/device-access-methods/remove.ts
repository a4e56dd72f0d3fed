import { remove } from '../../contract/device-access-methods.ts'
import { DeviceAccessMethod } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Removes an access method. Refused, with names, while devices in use have it; retired devices lose it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { accessMethodId, version } = input
  const method = await lockVersion(trx, refuse, {
    row: DeviceAccessMethod.query(trx).findById(accessMethodId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  const links = () => trx('device_method_links').where('access_method_id', accessMethodId)
  await refuseDependants(refuse, removal.dependants(trx, [accessMethodId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: accessMethodId, seen: input.world, now })
  await links().delete()
  await method.$query(trx).delete()
  return { accessMethodId }
})

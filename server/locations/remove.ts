import { remove } from '../../contract/locations.ts'
import { Location } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Removes a location with its pictures. Refused, with names, while sites or devices, also retired ones, are there. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { locationId, version } = input
  const location = await lockVersion(trx, refuse, {
    row: Location.query(trx).findById(locationId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [locationId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: locationId, seen: input.world, now })
  await location.$query(trx).delete()
  return { locationId }
})

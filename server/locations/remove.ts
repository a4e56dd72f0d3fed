import { remove } from '../../contract/locations.ts'
import { Device, Location, Site } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Removes a location with its pictures. Refused, with names, while sites or devices, also retired ones, are there. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { locationId, version } = input
  const location = await lockVersion(trx, refuse, {
    row: Location.query(trx).findById(locationId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, [
    { kind: 'site', rows: Site.query(trx).where('location_id', locationId) },
    { kind: 'device', rows: Device.query(trx).where('location_id', locationId) },
  ])
  await location.$query(trx).delete()
  return { locationId }
})

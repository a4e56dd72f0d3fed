import { remove } from '../../contract/locations.ts'
import { Device, Location, Site } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** How locations are deleted: with their pictures, while no site and no device, also a retired one, is there. */
export const removal: Removal = {
  entity: 'location',
  table: 'locations',
  access: remove.access,
  destructive: true,
  names: async (trx, ids) =>
    (await Location.query(trx).findByIds([...ids])).map(({ id, name, address }) => name ?? address ?? String(id)),
  dependants: (trx, ids) => [
    { kind: 'site', rows: Site.query(trx).whereIn('location_id', [...ids]) },
    { kind: 'device', rows: Device.query(trx).whereIn('location_id', [...ids]) },
  ],
}

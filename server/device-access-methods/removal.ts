import { remove } from '../../contract/device-access-methods.ts'
import { Device, DeviceAccessMethod } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** How access methods are deleted: while no device in use has them. */
export const removal: Removal = {
  entity: 'access-method',
  table: 'device_access_methods',
  access: remove.access,
  destructive: false,
  names: async (trx, ids) => (await DeviceAccessMethod.query(trx).findByIds([...ids])).map(({ name }) => name),
  dependants: (trx, ids) => {
    const linked = trx('device_method_links')
      .whereIn('access_method_id', [...ids])
      .select('device_id')
    return [{ kind: 'device', rows: Device.query(trx).modify('inUse').whereIn('id', linked) }]
  },
}

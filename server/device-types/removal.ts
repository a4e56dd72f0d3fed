import { remove } from '../../contract/device-types.ts'
import { Event } from '../../db/models/reservations.ts'
import { Device, DeviceType } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** How device types are deleted (rule D-13): while no device, also a retired one, and no access time is for them. */
export const removal: Removal = {
  entity: 'device-type',
  table: 'device_types',
  access: remove.access,
  destructive: false,
  names: async (trx, ids) => (await DeviceType.query(trx).findByIds([...ids])).map(({ displayName }) => displayName),
  dependants: (trx, ids) => {
    const restricted = trx('event_device_types')
      .whereIn('device_type_id', [...ids])
      .select('event_id')
    return [
      { kind: 'device', rows: Device.query(trx).whereIn('device_type_id', [...ids]) },
      { kind: 'event', rows: Event.query(trx).modify('kept').whereIn('id', restricted) },
    ]
  },
}

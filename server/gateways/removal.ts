import { remove } from '../../contract/gateways.ts'
import { Barrier, Device, Gateway } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** Maximum number of devices, parking lots and barriers that are named. */
const maxNamed = 100

/** How gateways are deleted (rule D-15): with their tokens, while no device, parking lot or barrier hangs on them. */
export const removal: Removal = {
  entity: 'gateway',
  table: 'gateways',
  access: remove.access,
  destructive: true,
  names: async (trx, ids) => (await Gateway.query(trx).findByIds([...ids])).map(({ name }) => name),
  dependants: (trx, ids) => {
    const devices = () =>
      Device.query(trx)
        .modify('inUse')
        .whereIn('gateway_id', [...ids])
    const barriers = Barrier.query(trx).whereIn('gateway_id', [...ids])
    return [
      { kind: 'device', rows: devices().whereNot('type', 'PARKING_LOT'), maxNamed },
      { kind: 'barrier', rows: barriers, nameColumn: 'description', maxNamed },
      { kind: 'parking-lot', rows: devices().where('type', 'PARKING_LOT'), maxNamed },
    ]
  },
}

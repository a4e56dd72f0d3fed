import { remove } from '../../contract/sites/admin.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** How sites are deleted (rule S-3): with their pictures and plan, without anything that stands or was reserved there. */
export const removal: Removal = {
  entity: 'site',
  table: 'sites',
  access: remove.access,
  destructive: true,
  names: async (trx, ids, actor) =>
    (
      await Site.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
    ).map(({ name }) => name),
  dependants: (trx, ids, { now }) => {
    const own = <Q extends { whereIn(column: string, values: readonly number[]): Q }>(query: Q) =>
      query.whereIn('site_id', ids)
    return [
      { kind: 'gateway', rows: own(Gateway.query(trx)) },
      { kind: 'device', rows: own(Device.query(trx)) },
      { kind: 'barrier', rows: own(Barrier.query(trx)), nameColumn: 'description' },
      { kind: 'reservation', rows: own(Reservation.query(trx)), nameColumn: 'number' },
      {
        kind: 'maintenance-period',
        rows: own(MaintenancePeriod.query(trx)).modify('plannedOrActive', now),
        nameColumn: 'reason',
      },
    ]
  },
}

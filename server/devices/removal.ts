import type { Knex } from 'knex'
import { remove } from '../../contract/devices/admin.ts'
import { Barrier, Device } from '../../db/models/sites.ts'
import { exists } from '../../db/sql.ts'
import type { Removal } from '../effects/removal.ts'
import { liveReservationsOf } from './checks.ts'

/** How devices are taken out of use (rule D-5). */
export const removal: Removal = {
  entity: 'device',
  table: 'devices',
  access: remove.access,
  destructive: true,
  names: async (trx, ids) =>
    (
      await Device.query(trx)
        .findByIds([...ids])
        .modify('inUse')
    ).map(({ name }) => name),
  dependants: (trx, ids) => [
    { kind: 'reservation', rows: liveReservationsOf(trx, ids), nameColumn: 'number' },
    { kind: 'barrier', rows: Barrier.query(trx).whereIn('device_id', [...ids]), nameColumn: 'description' },
  ],
  stays: isRemembered,
}

/** Returns whether anything remembers one of these devices: then it is retired, not deleted. */
export async function isRemembered(trx: Knex, ids: readonly number[]): Promise<boolean> {
  return exists(
    trx,
    `SELECT FROM reservations WHERE device_id = any (:ids) UNION ALL SELECT FROM device_commands WHERE device_id = any (:ids)
     UNION ALL SELECT FROM control_steps WHERE device_id = any (:ids) UNION ALL SELECT FROM control_runs WHERE stopped_at_device_id = any (:ids)
     UNION ALL SELECT FROM malfunctions WHERE device_id = any (:ids) UNION ALL SELECT FROM maintenance_periods WHERE device_id = any (:ids)
     UNION ALL SELECT FROM access_events WHERE device_id = any (:ids) UNION ALL SELECT FROM media WHERE device_id = any (:ids)
     UNION ALL SELECT FROM device_reports WHERE device_id = any (:ids) UNION ALL SELECT FROM readings WHERE device_id = any (:ids)
     UNION ALL SELECT FROM reservation_maintenance_periods WHERE from_device_id = any (:ids) OR to_device_id = any (:ids)`,
    { ids: [...ids] },
  )
}

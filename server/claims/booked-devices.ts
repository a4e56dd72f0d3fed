import type { Knex } from 'knex'
import type { BookedDevice } from '../../contract/reservations/view.ts'
import { many } from '../../db/sql.ts'
import { bookedDeviceOf, type DeviceFields, deviceFields } from './device-fields.ts'

/** Returns devices as bookers see them, in the order of the given ids; leaves out what does not exist. */
export async function readBookedDevices(trx: Knex, ids: readonly number[]): Promise<BookedDevice[]> {
  if (ids.length === 0) return []
  const rows = await many<{ device: DeviceFields }>(
    trx,
    `select ${deviceFields} as device from devices d join device_types dt on dt.id = d.device_type_id where d.id = any (?)`,
    [[...ids]],
  )
  const byId = new Map(rows.map(({ device }) => [device.id, bookedDeviceOf(device)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

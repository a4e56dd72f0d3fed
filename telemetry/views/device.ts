import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { DeviceView } from '../../contract/devices.ts'
import { rooms } from '../../contract/rooms.ts'
import { deviceCommandOf } from './device-command.ts'
import { type DeviceRow, type DeviceScope, readDevices } from './device-rows.ts'
import { doorChange, sharedView } from './door.ts'
import { iso, siteRooms } from './scope.ts'

/** Returns views of devices in ascending id; one query for any number. */
export async function deviceViews(trx: Knex, where: DeviceScope): Promise<RoomChange<'device'>[]> {
  return (await readDevices(trx, where)).map(changeOf)
}

/** Returns devices as changes for their rooms, and reserved ones also as their holders see them. */
export async function deviceChanges(trx: Knex, ids: readonly number[]): Promise<RoomChange<'device' | 'door'>[]> {
  return changesOf(await namedDevices(trx, ids))
}

/** Returns devices by id, as changesOf takes them; sends no query for none. */
export async function namedDevices(trx: Knex, ids: readonly number[]): Promise<DeviceRow[]> {
  return ids.length === 0 ? [] : readDevices(trx, { ids })
}

/** As deviceChanges, for rows from namedDevices. */
export function changesOf(rows: readonly DeviceRow[]): RoomChange<'device' | 'door'>[] {
  return [...rows.map(changeOf), ...rows.filter(({ reserved }) => reserved).map(doorChange)]
}

function changeOf(row: DeviceRow): RoomChange<'device'> {
  return change('device', {
    id: row.id,
    version: row.version,
    view: view(row),
    rooms: [...siteRooms(row.site_id, row.zone_ids), rooms.device(row.id)],
  })
}

function view(row: DeviceRow): DeviceView {
  return {
    ...sharedView(row),
    hardwareId: row.hardware_id,
    site: { id: row.site_id, name: row.site_name, timeZone: row.time_zone },
    gateway: { id: row.gateway_id, name: row.gateway_name, linked: row.linked },
    requested: row.requested,
    requestedAt: iso(row.requested_at),
    confirmed: row.confirmed,
    confirmedAt: iso(row.confirmed_at),
    lastStateChange: iso(row.last_state_change),
    supplyVoltage: row.supply_voltage,
    temperature: row.temperature,
    humidity: row.humidity,
    rssi: row.rssi,
    sensorDirty: row.sensor_dirty,
    monitoring: row.monitoring,
    maintenanceState: row.maintenance_state,
    path: { number: row.path_number, name: row.path_name },
    sequenceNumber: row.sequence_number,
    deviceCommand: deviceCommandOf(row),
  }
}

import type { Knex } from 'knex'
import type { DeviceView } from '../../contract/devices.ts'
import { many, prepared } from '../../db/sql.ts'
import { type DeviceCommandRow, deviceCommandFields, lastDeviceCommand } from './device-command.ts'
import type { Translations } from './names.ts'
import { repeatable } from './repeatable.ts'
import { type Scope, siteScope } from './scope.ts'

/** Selects devices by id, or of a scope. Retired devices are left out. */
export type DeviceScope = Scope & { readonly ids?: readonly number[] }

type Plain = Pick<
  DeviceView,
  | 'id'
  | 'name'
  | 'status'
  | 'requested'
  | 'confirmed'
  | 'reachable'
  | 'temperature'
  | 'humidity'
  | 'rssi'
  | 'monitoring'
  | 'maintenance'
  | 'controls'
  | 'repeatable'
>
/** A device as its views read it. */
export interface DeviceRow extends Plain, DeviceCommandRow {
  version: number
  hardware_id: string
  site_id: number
  site_name: string
  time_zone: string
  zone_ids: number[]
  gateway_id: number
  gateway_name: string
  linked: boolean
  device_type_id: number
  display_name: string
  translations: Translations
  icon: string | null
  occupied_blocks_control: boolean
  status_at: Date | null
  door_state: DeviceView['doorState']
  door_at: Date | null
  requested_at: Date | null
  confirmed_at: Date | null
  last_state_change: Date | null
  last_message_at: Date | null
  supply_voltage: number | null
  sensor_dirty: boolean
  maintenance_state: string
  path_number: number
  path_name: string | null
  sequence_number: number
  /** Reserved by somebody, now or later. Read only for devices selected by id. */
  reserved: boolean
}

const isReserved = `EXISTS (SELECT FROM reservations WHERE device_id = d.id AND state = 'RESERVED' AND ends_at > now())`

/** Returns devices with all columns of their views, in ascending id; one query for any number. */
export async function readDevices(trx: Knex, where: DeviceScope): Promise<DeviceRow[]> {
  const scope = where.ids ? byId(where.ids) : siteScope(where, 'd.site_id')
  // Planning takes ten times as long as running it for a few devices: cache the plan.
  return (where.ids ? prepared : many)<DeviceRow>(
    trx,
    `WITH active AS MATERIALIZED (
       SELECT device_id, site_id, zone_id FROM maintenance_periods WHERE revoked_at IS NULL AND span @> now())
     SELECT d.id, s.version, d.name, d.hardware_id, d.site_id, site.name AS site_name, site.time_zone,
       zone.ids AS zone_ids,
       d.gateway_id, g.name AS gateway_name, g.linked,
       d.device_type_id, t.display_name, t.translations, t.icon, t.controls, t.occupied_blocks_control, ${repeatable} AS repeatable,
       s.status, s.status_at, s.door_state, s.door_at, s.requested, s.requested_at, s.confirmed, s.confirmed_at, s.last_state_change,
       s.last_message_at, s.reachable, s.supply_voltage, s.temperature, s.humidity, s.rssi, s.sensor_dirty, d.monitoring,
       coalesce(d.id IN (SELECT device_id FROM active WHERE device_id IS NOT NULL)
         OR d.site_id IN (SELECT site_id FROM active WHERE site_id IS NOT NULL)
         OR d.site_id IN (SELECT z.site_id FROM active JOIN site_zones z USING (zone_id)), false) AS maintenance,
       d.maintenance_state, d.path_number, d.path_name, d.sequence_number, ${where.ids ? isReserved : 'false'} AS reserved,
       ${deviceCommandFields('o')}
     FROM devices d
     JOIN device_states s ON s.device_id = d.id
     JOIN sites site ON site.id = d.site_id
     CROSS JOIN LATERAL (SELECT array(SELECT zone_id FROM site_zones WHERE site_id = site.id ORDER BY zone_id) AS ids OFFSET 0) AS zone
     JOIN gateways g ON g.id = d.gateway_id
     JOIN device_types t ON t.id = d.device_type_id
     LEFT JOIN LATERAL (${lastDeviceCommand('d.id')}) o ON o.settled_at IS NULL
       OR o.settled_at > coalesce(greatest(s.status_at, s.last_state_change, s.door_at, s.confirmed_at), '-infinity') - interval '1 minute'
     LEFT JOIN users u ON u.id = o.user_id
     WHERE d.retired_at IS NULL AND ${scope.sql}
     ORDER BY d.id`,
    scope.bindings,
  )
}

/** Selects one id by a separate condition: PostgreSQL keeps a generic plan only if it looks no more expensive. */
function byId(ids: readonly number[]): { sql: string; bindings: (number | number[])[] } {
  const [id] = ids
  return ids.length === 1 && id !== undefined
    ? { sql: 'd.id = ?', bindings: [id] }
    : { sql: 'd.id = ANY (?)', bindings: [[...ids]] }
}

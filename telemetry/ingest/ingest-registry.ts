import type { Knex } from 'knex'
import type { GatewayIdentity } from '../gateways/authenticate.ts'
import type { DeviceSettings } from '../malfunctions/rules.ts'

/** A device as ingest knows it. */
export interface RegisteredDevice extends DeviceSettings {
  readonly id: number
  readonly gatewayId: number
}
/** Devices of a gateway by hardware id. */
export type Registered = ReadonlyMap<string, RegisteredDevice>

interface Entry {
  readonly version: number
  readonly readAt: number
  readonly devices: Promise<Registered>
}

/** Settings of gateway, site and type that no registry version tells of are at most this old. */
const freshMs = 30_000
/** A device that is not known is looked for again, but not more often than this. */
const againMs = 500
const mostGateways = 20_000

/** Remembers the devices of gateways. */
export class DeviceRegistry {
  readonly #knex: Knex
  readonly #entries = new Map<number, Entry>()

  constructor(knex: Knex) {
    this.#knex = knex
  }

  /** The devices of a gateway at `now` (ms). With `again` they are read anew, unless that happened just now. */
  async devices(gateway: GatewayIdentity, now: number, again = false): Promise<Registered> {
    const known = this.#entries.get(gateway.gatewayId)
    const limit = again ? againMs : freshMs
    if (known && known.version >= gateway.registryVersion && Math.abs(now - known.readAt) < limit) return known.devices
    const devices = readDevices(this.#knex, gateway.gatewayId)
    if (this.#entries.size >= mostGateways) this.#entries.clear()
    this.#entries.set(gateway.gatewayId, { version: gateway.registryVersion, readAt: now, devices })
    devices.catch(() => this.#entries.delete(gateway.gatewayId))
    return devices
  }
}

interface Row {
  id: number
  hardware_id: string
  monitored: boolean
  report_interval_s: number
  low_voltage: number | null
  auto_close: boolean
  auto_close_gatetime_s: number
  auto_close_unused_gatetime_s: number
}

async function readDevices(knex: Knex, gatewayId: number): Promise<Registered> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `SELECT d.id, d.hardware_id, t.report_interval_s, t.low_voltage, d.auto_close, d.auto_close_gatetime_s, d.auto_close_unused_gatetime_s,
       ${monitoredSql} AS monitored
     FROM devices d JOIN gateways g ON g.id = d.gateway_id JOIN sites site ON site.id = d.site_id
     JOIN device_types t ON t.id = d.device_type_id
     WHERE d.gateway_id = ? AND d.retired_at IS NULL`,
    [gatewayId],
  )
  return new Map(rows.map((row) => [row.hardware_id, { id: row.id, gatewayId, ...settingsOf(row) }]))
}

/** Is a device watched over? For queries with devices d, gateways g and sites site (rule M-7). */
export const monitoredSql = `(d.retired_at IS NULL AND d.monitoring AND d.maintenance_state = 'Delivery'
  AND g.monitoring AND g.maintenance_state = 'Delivery' AND site.monitoring)`

export function settingsOf(row: Omit<Row, 'id' | 'hardware_id'>): DeviceSettings {
  return {
    monitored: row.monitored,
    reportIntervalS: row.report_interval_s,
    lowVoltage: row.low_voltage,
    autoClose: row.auto_close,
    autoCloseS: row.auto_close_gatetime_s,
    autoCloseUnusedS: row.auto_close_unused_gatetime_s,
  }
}

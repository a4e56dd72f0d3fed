import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
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

/** Maximum age of settings of gateway, site and type, whose changes raise no registry version. */
const freshMs = 30_000
/** Minimum time between two searches for unknown devices. */
const againMs = 500
const maxGateways = 20_000

/** Caches the devices of gateways. */
export class DeviceRegistry {
  readonly #knex: Knex
  readonly #entries = new Map<number, Entry>()

  constructor(knex: Knex) {
    this.#knex = knex
  }

  /** Returns the devices of a gateway at `now` (ms). `again` reads them again, unless that has just happened. */
  async devices(gateway: GatewayIdentity, now: number, again = false): Promise<Registered> {
    const known = this.#entries.get(gateway.gatewayId)
    const limit = again ? againMs : freshMs
    if (known && known.version >= gateway.registryVersion && Math.abs(now - known.readAt) < limit) return known.devices
    const devices = readDevices(this.#knex, gateway.gatewayId)
    if (this.#entries.size >= maxGateways) this.#entries.clear()
    this.#entries.set(gateway.gatewayId, { version: gateway.registryVersion, readAt: now, devices })
    devices.catch(() => this.#entries.delete(gateway.gatewayId))
    return devices
  }
}

async function readDevices(knex: Knex, gatewayId: number): Promise<Registered> {
  const rows = await many<RegisteredDevice & { hardwareId: string }>(
    knex,
    `SELECT d.id, d.gateway_id AS "gatewayId", d.hardware_id AS "hardwareId", ${settingsColumns}
     FROM devices d JOIN gateways g ON g.id = d.gateway_id JOIN sites site ON site.id = d.site_id
     JOIN device_types t ON t.id = d.device_type_id
     WHERE d.gateway_id = ? AND d.retired_at IS NULL`,
    [gatewayId],
  )
  return new Map(rows.map(({ hardwareId, ...device }) => [hardwareId, device]))
}

/** SQL: whether a device is monitored (rule M-7). For queries with devices d, gateways g and sites site. */
export const monitoredSql = `(d.retired_at IS NULL AND d.monitoring AND d.maintenance_state = 'Delivery'
  AND g.monitoring AND g.maintenance_state = 'Delivery' AND site.monitoring)`

/** Columns of DeviceSettings, for queries with device_types t too. */
export const settingsColumns = `t.report_interval_s AS "reportIntervalS", t.low_voltage AS "lowVoltage", d.auto_close AS "autoClose",
  d.auto_close_gatetime_s AS "autoCloseS", d.auto_close_unused_gatetime_s AS "autoCloseUnusedS", ${monitoredSql} AS monitored`

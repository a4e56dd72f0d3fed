import type { Knex } from 'knex'
import { type FieldMap, fieldMap } from '../../contract/device-types/field-map.ts'
import type { GatewayIdentity } from '../gateways/authenticate.ts'

/** A device, as network servers name it by DevEUI. */
export interface UplinkDevice {
  readonly hardwareId: string
  /** Null when the stored value is no field map of this release. */
  readonly map: FieldMap | null
}
type Devices = ReadonlyMap<string, UplinkDevice>

const maxGateways = 20_000

/** Caches devices by DevEUI with the field maps of their types, until the registry version of the gateway rises. */
export class UplinkRegistry {
  readonly #knex: Knex
  readonly #entries = new Map<number, { version: number; devices: Promise<Devices> }>()

  constructor(knex: Knex) {
    this.#knex = knex
  }

  /** Returns the device with a DevEUI (16 upper-case hex digits) at a gateway. */
  async device({ gatewayId, registryVersion }: GatewayIdentity, devEui: string): Promise<UplinkDevice | undefined> {
    const known = this.#entries.get(gatewayId)
    if (known && known.version >= registryVersion) return (await known.devices).get(devEui)
    if (this.#entries.size >= maxGateways) this.#entries.clear()
    const entry = { version: registryVersion, devices: readDevices(this.#knex, gatewayId) }
    this.#entries.set(gatewayId, entry)
    try {
      return (await entry.devices).get(devEui)
    } catch (error) {
      if (this.#entries.get(gatewayId) === entry) this.#entries.delete(gatewayId)
      throw error
    }
  }
}

interface Row {
  eui: string
  hardware_id: string
  type_id: number
  field_map: unknown
}

async function readDevices(knex: Knex, gatewayId: number): Promise<Devices> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `SELECT dev_eui(d.hardware_id) AS eui, d.hardware_id, t.id AS type_id, t.field_map
     FROM devices d JOIN device_types t ON t.id = d.device_type_id
     WHERE d.gateway_id = ? AND d.retired_at IS NULL AND dev_eui(d.hardware_id) IS NOT NULL`,
    [gatewayId],
  )
  const maps = new Map<number, FieldMap | null>()
  for (const { type_id, field_map } of rows)
    if (!maps.has(type_id)) maps.set(type_id, fieldMap.safeParse(field_map).data ?? null)
  return new Map(
    rows.map(({ eui, hardware_id, type_id }) => [eui, { hardwareId: hardware_id, map: maps.get(type_id) ?? null }]),
  )
}

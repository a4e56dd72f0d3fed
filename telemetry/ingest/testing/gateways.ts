import type { Knex } from 'knex'
import pino from 'pino'
import type { GatewayIdentity } from '../../gateways/authenticate.ts'

export interface TestGateway extends GatewayIdentity {
  readonly devices: { readonly id: number; readonly hardwareId: string }[]
}

export const silentLog = pino({ level: 'silent' })

/** A site in a zone with gateways D-1, D-2, … each, of a type that reports every ten minutes and is low below 3.3 V. */
export async function makeGateways(
  knex: Knex,
  { gateways = 1, devices = 3, type = 'BIKE_BOX' }: { gateways?: number; devices?: number; type?: string } = {},
): Promise<TestGateway[]> {
  return knex.transaction(async (trx) => {
    const id = async (sql: string, bindings: (string | number)[]): Promise<number> => {
      const { rows } = await trx.raw<{ rows: { id: number }[] }>(sql, bindings)
      return rows[0]?.id ?? 0
    }
    const mark = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
    const tenant = await id('INSERT INTO tenants (name, prefix) VALUES (?, ?) RETURNING id', [`T ${mark}`, mark])
    const zone = await id('INSERT INTO zones (tenant_id, name) VALUES (?, ?) RETURNING id', [tenant, 'Zone'])
    const siteId = await id('INSERT INTO sites (name) VALUES (?) RETURNING id', ['Site'])
    await trx('site_zones').insert({ site_id: siteId, zone_id: zone })
    const made: TestGateway[] = []
    for (let index = 0; index < gateways; index += 1) {
      const hardwareId = `GW-${mark}-${index}`
      const gatewayId = await id('INSERT INTO gateways (name, hardware_id, site_id) VALUES (?, ?, ?) RETURNING id', [
        hardwareId,
        hardwareId,
        siteId,
      ])
      const { rows } = await trx.raw<{ rows: { id: number; hardware_id: string }[] }>(
        `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
         SELECT 'D-' || n, 'D-' || n, ?, ?, (SELECT id FROM device_types WHERE type = ?) FROM generate_series(1, ?) n
         RETURNING id, hardware_id`,
        [gatewayId, siteId, type, devices],
      )
      const registryVersion = await id('SELECT registry_version AS id FROM gateways WHERE id = ?', [gatewayId])
      made.push({
        gatewayId,
        hardwareId,
        siteId,
        registryVersion,
        devices: rows.map((row) => ({ id: row.id, hardwareId: row.hardware_id })).sort((a, b) => a.id - b.id),
      })
    }
    return made
  })
}

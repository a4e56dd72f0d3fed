import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { InstalledSite } from './installation.ts'
import type { SimulatedDeviceConfig, SimulatorConfig } from './simulator-config.ts'

/**
 * Gives every demo gateway a new random token and order key; earlier ones are revoked. Returns what the simulator
 * needs.
 */
export async function giveSecrets(
  trx: Knex.Transaction,
  sites: readonly InstalledSite[],
  now: Date,
): Promise<SimulatorConfig> {
  const rows: { id: number; hardware_id: string }[] = await trx('gateways').select('id', 'hardware_id').orderBy('id')
  const ids = new Map(rows.map((row) => [row.hardware_id, row.id]))
  const gateways = sites.flatMap((site) =>
    site.gateways.flatMap((gateway) => {
      const id = ids.get(gateway.hardwareId)
      if (id === undefined) return []
      const token = randomBytes(32).toString('base64url')
      return [{ id, site: site.name, gateway, token, orderKey: randomBytes(32) }]
    }),
  )
  await trx('gateway_tokens')
    .whereIn(
      'gateway_id',
      gateways.map(({ id }) => id),
    )
    .whereNull('revoked_at')
    .update({ revoked_at: now })
  await trx('gateway_tokens').insert(
    gateways.map(({ id, token, orderKey }) => ({
      gateway_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      order_key: orderKey,
      created_at: now,
    })),
  )
  return {
    version: 1,
    gateways: gateways.map(({ site, gateway, token, orderKey }) => ({
      hardwareId: gateway.hardwareId,
      name: gateway.name,
      site,
      token,
      orderKey: orderKey.toString('base64url'),
      via: gateway.via,
      devices: gateway.devices.map(
        ({ rect: _rect, sequence: _sequence, path: _path, delayMs: _delay, booked: _booked, ...device }) =>
          device satisfies SimulatedDeviceConfig,
      ),
    })),
  }
}

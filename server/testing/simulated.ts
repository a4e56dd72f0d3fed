import type { Knex } from 'knex'
import { vi } from 'vitest'
import type { SimulatedGatewayConfig } from '../../db/seeds/simulator-config.ts'
import type { WorldGateway } from './world.ts'

/** A gateway of a test world for the simulator: its devices do nothing by themselves. `typeOf` = the type of each by its index. */
export function simulated(
  { hardwareId, token, orderKey, devices }: WorldGateway,
  { typeOf, moveMs }: { typeOf: (place: number) => string; moveMs: number },
): SimulatedGatewayConfig {
  return {
    hardwareId,
    name: hardwareId,
    site: 'Site own',
    token,
    orderKey: orderKey.toString('base64url'),
    via: 'link',
    devices: devices.map((device, place) => ({
      hardwareId: device.hardwareId,
      name: device.hardwareId,
      type: typeOf(place),
      reportIntervalS: 600,
      open: false,
      autoClose: false,
      gateTimeS: 60,
      unusedGateTimeS: 180,
      use: null,
      replay: null,
      moveMs,
    })),
  }
}

/** Waits until the portal knows the state of each of these devices: undefined ones accept no commands. */
export async function heardOf(knex: Knex, devices: readonly { readonly id: number }[]): Promise<void> {
  const unknown = () =>
    knex('device_states')
      .where({ status: 'undefined' })
      .whereIn(
        'device_id',
        devices.map(({ id }) => id),
      )
      .first('device_id')
  await vi.waitUntil(async () => (await unknown()) === undefined)
}

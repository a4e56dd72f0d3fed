import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SimulatedDeviceConfig, SimulatedGatewayConfig } from '../../db/seeds/simulator-config.ts'
import { many } from '../../db/sql.ts'
import { makeSimulatedToken } from '../gateways/simulated-token.ts'
import { endOldSimulations } from '../gateways/simulation.ts'
import { type Simulator, startSimulator } from './start.ts'

interface Wanted {
  readonly id: number
  readonly hardwareId: string
  readonly name: string
  /** Rises with every change of its devices. */
  readonly registryVersion: number
}

/** How long simulations go on without `follow`: then another process leads, ms. */
const abandonedMs = 10_000

/**
 * Plays the gateways that are simulated in the database, in the process that leads. After a restart, or in another process, each begins
 * again with a token of its own, so none is stored.
 */
export function createSimulations({ knex, url, log }: { knex: Knex; url: string; log: Logger }) {
  const running = new Map<number, { registryVersion: number; simulator: Simulator }>()
  let followedAt = 0
  const stop = async (id: number): Promise<void> => {
    const simulated = running.get(id)
    running.delete(id)
    await simulated?.simulator.stop()
  }
  const stopAll = () => Promise.all([...running.keys()].map(stop))
  const watchdog = setInterval(() => {
    if (running.size > 0 && Date.now() - followedAt > abandonedMs) void stopAll()
  }, abandonedMs / 2)
  watchdog.unref()

  async function start(gateway: Wanted): Promise<void> {
    const secrets = await makeSimulatedToken(knex, gateway.id)
    if (secrets === null) return
    const config = {
      ...gateway,
      ...secrets,
      site: '',
      via: 'link',
      devices: await devicesOf(knex, gateway.id),
    } as const
    const simulator = startSimulator({
      url,
      gateways: [config satisfies SimulatedGatewayConfig],
      log: (text, detail) => log.debug(detail, `simulated gateway: ${text}`),
    })
    running.set(gateway.id, { registryVersion: gateway.registryVersion, simulator })
    log.info({ gateway: gateway.id }, 'a gateway is simulated')
  }

  return {
    /** Starts, restarts and ends what the database says. */
    async follow(): Promise<void> {
      followedAt = Date.now()
      await endOldSimulations(knex)
      const wanted = await many<Wanted>(
        knex,
        `SELECT id, hardware_id AS "hardwareId", name, registry_version AS "registryVersion" FROM gateways
         WHERE simulated_until IS NOT NULL ORDER BY id`,
      )
      const kept = new Map(wanted.map(({ id, registryVersion }) => [id, registryVersion]))
      for (const [id, { registryVersion }] of running) if (kept.get(id) !== registryVersion) await stop(id)
      for (const gateway of wanted) if (!running.has(gateway.id)) await start(gateway)
    },
    async stop(): Promise<void> {
      clearInterval(watchdog)
      await stopAll()
    },
  }
}

/** Returns the devices of a gateway as they are played: nobody uses them, and they do what they are told. */
function devicesOf(knex: Knex, gatewayId: number): Promise<SimulatedDeviceConfig[]> {
  return many<SimulatedDeviceConfig>(
    knex,
    `SELECT d.hardware_id AS "hardwareId", d.name, t.type, t.report_interval_s AS "reportIntervalS", false AS open,
       d.auto_close AS "autoClose", d.auto_close_gatetime_s AS "gateTimeS", d.auto_close_unused_gatetime_s AS "unusedGateTimeS",
       NULL AS use, NULL AS replay
     FROM devices d JOIN device_types t ON t.id = d.device_type_id
     WHERE d.gateway_id = ? AND d.retired_at IS NULL ORDER BY d.id`,
    [gatewayId],
  )
}

import { setTimeout as wait } from 'node:timers/promises'
import type { SimulatedGatewayConfig } from '../../db/seeds/simulator-config.ts'
import { act } from './acts.ts'
import type { SimulatedDevice } from './device.ts'
import { type SimulatedGateway, startGateway } from './gateway.ts'
import { startLife } from './life.ts'
import { openMemory } from './memory.ts'
import { seededRandom } from './random.ts'
import { findDevice, findGateway, setFault } from './targets.ts'
import type { UploadCounts } from './upload.ts'

const tickMs = 500
const connectEveryMs = 40

export interface SimulatorOptions {
  /** Address of the portal, as http://127.0.0.1:3000. */
  url: string
  gateways: readonly SimulatedGatewayConfig[]
  /** Speed of the recordings; movements keep their own time. */
  speed?: number
  seed?: number
  log?: (text: string, detail: object) => void
  /** File of order counters; without it in memory only. */
  memoryFile?: string
  /** Simulates activity, as in the demo. */
  life?: boolean
}

export interface Simulator {
  readonly gateways: readonly SimulatedGateway[]
  /** Returns a device by hardware id, or by gateway/hardware id where several gateways have it. */
  device(name: string): SimulatedDevice
  gateway(hardwareId: string): SimulatedGateway
  /** Sets a fault. Returns one line; throws WrongRequest. */
  fault(target: string, fault: string): string
  /** Acts at a device. Returns one line; throws WrongRequest. */
  act(target: string, act: string, value: string): string
  /** Resolves when all gateways are linked. */
  connected(): Promise<void>
  /** Resolves when no message waits for an acknowledgement. */
  drained(): Promise<void>
  stats(): Omit<UploadCounts, 'given'> & { dropped: number; orders: number; waiting: number }
  stop(): Promise<void>
}

/** Starts simulated gateways that use the public gateway protocol. */
export function startSimulator(options: SimulatorOptions): Simulator {
  const random = seededRandom(options.seed ?? 1)
  const speed = options.speed ?? 1
  const note = options.log ?? (() => {})
  const memory = openMemory(options.memoryFile ?? null)
  const begin = Date.now()
  const gateways = options.gateways.map((config) =>
    startGateway(config, {
      url: options.url,
      now: Date.now,
      recorded: (now) => begin + (now - begin) * speed,
      real: (recorded) => begin + (recorded - begin) / speed,
      random,
      memory,
      note: (text, detail) => note(text, { gateway: config.hardwareId, ...detail }),
    }),
  )
  const connects = gateways.map((gateway, i) => setTimeout(() => gateway.start(), i * connectEveryMs))
  const ticks = setInterval(() => {
    const now = Date.now()
    for (const gateway of gateways) gateway.tick(now)
    life?.tick(now)
  }, tickMs)
  const life = options.life ? startLife(gateways, random, Date.now(), note) : null

  return {
    gateways,
    device: (name) => findDevice(gateways, name).device,
    gateway: (hardwareId) => findGateway(gateways, hardwareId),
    fault: (target, fault) => setFault(gateways, target, fault),
    act: (target, what, value) => act(gateways, target, what, value),
    connected: () => until(() => gateways.every((gateway) => gateway.linked())),
    drained: () => until(() => gateways.every((gateway) => gateway.waiting() === 0)),
    stats() {
      const total = { stored: 0, duplicate: 0, refused: 0, retries: 0, dropped: 0, orders: 0, waiting: 0 }
      for (const gateway of gateways) {
        const counts = { ...gateway.counts(), waiting: gateway.waiting() }
        for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
      }
      return total
    },
    async stop() {
      clearInterval(ticks)
      for (const timer of connects) clearTimeout(timer)
      for (const gateway of gateways) gateway.stop()
    },
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20)
}

import { describe, expect, it } from 'vitest'
import { installation } from '../../db/seeds/installation.ts'
import { createDevice } from './device.ts'
import { type GatewayFault, impossible } from './faults.ts'
import type { SimulatedGateway } from './gateway.ts'
import { startLife } from './life.ts'
import { seededRandom } from './random.ts'

const minute = 60_000

/** The demo's devices without a portal, in virtual time. */
function demo() {
  return installation().flatMap((site) =>
    site.gateways.map((config): SimulatedGateway => {
      let fault: GatewayFault = 'ok'
      const devices = new Map(
        config.devices.map((device) => {
          const made = createDevice(device, false, { say: () => {}, answer: () => {}, after: () => {} })
          if (device.fault === 'error' || device.fault === 'dirty') made.setFault(device.fault)
          return [device.hardwareId, made] as const
        }),
      )
      return {
        config: { ...config, token: '', orderKey: '', site: site.name },
        devices,
        start: () => {},
        fault: () => fault,
        linked: () => fault !== 'offline',
        setFault: (next) => {
          fault = next
        },
        setDeviceFault: (device, next) => device.setFault(next),
        see: () => null,
        tick: () => {},
        waiting: () => 0,
        counts: () => ({ stored: 0, duplicate: 0, refused: 0, retries: 0, given: 0, dropped: 0, orders: 0 }),
        stop: () => {},
      }
    }),
  )
}

describe('the simulated life of the demo', () => {
  it.each([1, 2, 3])(
    'keeps three to eight things wrong over half a day, fresh ones among them, none impossible (seed %i)',
    (seed) => {
      const gateways = demo()
      const devices = gateways.flatMap((gateway) => [...gateway.devices.values()])
      const life = startLife(gateways, seededRandom(seed), 0, () => {})
      const since = new Map<string, number>()
      const counts: number[] = []
      const ages: number[] = []
      let offline = 0
      for (let now = 0; now < 12 * 60 * minute; now += 5_000) {
        life.tick(now)
        const wrong = devices.filter((device) => device.fault() !== 'ok')
        for (const device of wrong) {
          expect(impossible(device.fault(), device.config.type)).toBeNull()
          const key = `${device.config.hardwareId}/${device.fault()}`
          since.set(key, since.get(key) ?? now)
          ages.push(now - (since.get(key) ?? now))
        }
        for (const key of since.keys())
          if (!wrong.some((device) => key.startsWith(`${device.config.hardwareId}/`))) since.delete(key)
        if (now > 5 * minute) counts.push(wrong.filter((device) => device.fault() !== 'jam').length)
        offline = Math.max(offline, gateways.filter((gateway) => gateway.fault() === 'offline').length)
      }
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
      expect(Math.max(...counts)).toBeLessThanOrEqual(8)
      expect(counts.filter((count) => count >= 3).length / counts.length).toBeGreaterThan(0.95)
      expect(Math.max(...ages)).toBeLessThan(60 * minute)
      expect(offline).toBe(1)
    },
  )

  it('leaves devices alone that somebody has commanded', () => {
    const gateways = demo()
    const life = startLife(gateways, seededRandom(4), 0, () => {})
    const mine = gateways[0]?.devices.get('FRW-01')
    mine?.setFault('jam')
    for (let now = 0; now < 120 * minute; now += 5_000) life.tick(now)
    expect(mine?.fault()).toBe('jam')
  })
})

import type { SimulatedDevice } from './device.ts'
import { type DeviceFault, impossible, isDeviceFault } from './faults.ts'
import type { SimulatedGateway } from './gateway.ts'
import { kindOf } from './kinds.ts'
import { pick } from './random.ts'

const second = 1_000
const minute = 60_000
/** Number of faults at a time; jams do not count, because only orders show them. */
const fewest = 3
const enough = 6
const most = 8
const offlineMs = 2 * minute

/** Faults with their weights, and minutes until they are fixed. */
const mishaps: readonly { fault: DeviceFault; weight: number; minutes: readonly [number, number] }[] = [
  { fault: 'error', weight: 4, minutes: [2, 6] },
  { fault: 'dirty', weight: 3, minutes: [3, 12] },
  { fault: 'battery', weight: 3, minutes: [6, 25] },
  { fault: 'door-stuck', weight: 2, minutes: [7, 15] },
  { fault: 'silent', weight: 2, minutes: [9, 20] },
  { fault: 'jam', weight: 1, minutes: [4, 8] },
]

const weighted = mishaps.flatMap((mishap) => Array<typeof mishap>(mishap.weight).fill(mishap))

export interface Life {
  tick(now: number): void
}

/**
 * Simulates activity: people open boxes, devices break and are fixed, now and then a gateway loses its link for two
 * minutes.
 */
export function startLife(
  gateways: readonly SimulatedGateway[],
  random: () => number,
  start: number,
  note: (text: string, detail: object) => void,
): Life {
  const all = gateways.flatMap((gateway) => [...gateway.devices.values()].map((device) => ({ gateway, device })))
  /** Faults of this script and when they end; those that somebody else set are left alone. */
  const broken = new Map<SimulatedDevice, { fault: DeviceFault; gateway: SimulatedGateway; until: number }>()
  for (const { gateway, device } of all) {
    const fault = device.config.fault
    if (fault && isDeviceFault(fault)) broken.set(device, { fault, gateway, until: start + between(2.5, 25) * minute })
  }
  let away: { gateway: SimulatedGateway; until: number } | null = null
  let pressAt = start + between(5, 20) * second
  let breakAt = start + between(40, 90) * second
  let awayAt = start + between(6, 12) * minute

  function between(low: number, high: number): number {
    return low + random() * (high - low)
  }
  function wrong(): number {
    return all.filter(({ device }) => device.fault() !== 'ok' && device.fault() !== 'jam').length
  }
  function breakSomething(now: number): void {
    for (let tries = 0; tries < 20; tries++) {
      const mishap = pick(weighted, random)
      const victim = pick(all, random)
      if (!mishap || !victim) return
      const { fault, minutes } = mishap
      const { gateway, device } = victim
      if (device.fault() !== 'ok' || gateway.fault() !== 'ok' || impossible(fault, device.config.type)) continue
      gateway.setDeviceFault(device, fault)
      broken.set(device, { fault, gateway, until: now + between(...minutes) * minute })
      return note('life: something breaks', { device: device.config.hardwareId, fault })
    }
  }
  function mend(now: number): void {
    for (const [device, { fault, gateway, until }] of broken) {
      if (now < until) continue
      broken.delete(device)
      // Unless somebody else has commanded something in the meantime.
      if (device.fault() === fault) gateway.setDeviceFault(device, 'ok')
    }
    if (away && now >= away.until) {
      if (away.gateway.fault() === 'offline') away.gateway.setFault('ok')
      away = null
    }
  }
  return {
    tick(now) {
      mend(now)
      if (now >= pressAt) {
        const someone = pick(all, random)
        if (someone && kindOf(someone.device.config.type).door) someone.device.press()
        pressAt = now + between(4, 18) * second
      }
      const count = wrong()
      if (count < fewest) breakAt = Math.min(breakAt, now + 5 * second)
      if (now >= breakAt) {
        if (count < (random() < 0.3 ? most : enough)) breakSomething(now)
        breakAt = now + between(50, 140) * second
      }
      if (now >= awayAt) {
        const gateway = pick(gateways, random)
        if (gateway?.fault() === 'ok') {
          gateway.setFault('offline')
          away = { gateway, until: now + offlineMs }
        }
        awayAt = now + between(12, 22) * minute
      }
    },
  }
}

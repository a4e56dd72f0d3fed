import { wireVersion } from '../../contract/envelope.ts'
import type { Watcher } from '../k6/watchers.ts'
import { createDriver, type Driver } from './drive.ts'
import type { K6Run, K6Summary } from './k6.ts'
import { type PlantedPerson, type PlantedZone, plantPeople, plantTenant, plantZones } from './plant.ts'
import { type Stage, sizeOf } from './scenario.ts'

/** Operators who watch the devices of their zones, in k6, and somebody who makes devices change. */
export interface Watching {
  readonly zones: readonly PlantedZone[]
  readonly people: readonly PlantedPerson[]
  readonly driver: Driver
  readonly startedAt: number
  /** Resolves when every socket has its first snapshot. */
  watching(): Promise<void>
  readonly ended: Promise<K6Summary>
}

/** Sockets of one VU of k6, all of one zone. */
const each = 25
const devicesOfZone = 21

/** Plants zones, operators and devices, and lets k6 open the sockets; `seconds` = when k6 gives up by itself. */
export async function startWatching(stage: Stage, script: string, seconds: number): Promise<Watching> {
  const { knex, sizes } = stage
  const [sockets, count] = [sizeOf(sizes, 'sockets'), sizeOf(sizes, 'zones')]
  const tenantId = await plantTenant(knex, 'Watch')
  const zones = await plantZones(knex, tenantId, { zones: count, devices: devicesOfZone })
  const zoneOf = (place: number): PlantedZone => {
    const zone = zones[Math.floor(place / each) % count]
    if (!zone) throw new Error('no zones')
    return zone
  }
  const role = 'Reservation Manager'
  const people = await plantPeople(knex, tenantId, { role, count: sockets, zoneOf: (place) => zoneOf(place).id })
  await knex.raw('ANALYZE')
  const driver = createDriver(() => stage.portal.url, zones)
  await driver.greet()
  const watchers: Watcher[] = people.map(({ cookie }, place) => ({
    cookie,
    marker: zoneOf(place).gateway.devices.at(-1)?.id ?? 0,
  }))
  const startedAt = Date.now()
  const env = {
    EACH: each,
    SECONDS: seconds,
    STARTED_AT: startedAt,
    WIRE_VERSION: wireVersion,
    SAMPLED: sizeOf(sizes, 'sampled'),
  }
  const run = stage.k6(script, { data: watchers, env })
  const ended = run.ended
  return { zones, people, driver, startedAt, ended, watching: () => allWatch(run, Math.ceil(sockets / each), seconds) }
}

async function allWatch(run: K6Run, vus: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (run.told().length < vus) {
    if (performance.now() > end) throw new Error(`only ${run.told().length} of ${vus} groups of sockets watch`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Changes that all sockets together have to see: those of their zones, and the markers. */
export function expectedChanges({ driver, people, zones }: Watching): number {
  return people.reduce((sum, _, place) => {
    const zone = Math.floor(place / each) % zones.length
    return sum + (driver.changes[zone] ?? 0)
  }, 0)
}

export const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

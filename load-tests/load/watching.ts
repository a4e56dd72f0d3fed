import { wireVersion } from '../../contract/envelope.ts'
import type { Summary } from '../crowd/figures.ts'
import type { Watcher } from '../crowd/follow.ts'
import { holderOf } from '../crowd/holder.ts'
import { createDriver, type Driver } from './drive.ts'
import { type PlantedPerson, type PlantedZone, plantPeople, plantTenant, plantZones } from './plant.ts'
import { type Run, type Stage, sizeOf, type Watched } from './scenario.ts'

/** Operators who watch the devices of their zones, and a driver of changes. */
export interface Watching {
  readonly zones: readonly PlantedZone[]
  readonly people: readonly PlantedPerson[]
  readonly driver: Driver
  readonly startedAt: number
  /** Who holds the sockets, for the report. */
  readonly holder: string
  /** Resolves when every socket has its first snapshot. */
  watching(): Promise<void>
  readonly ended: Promise<Summary>
}

/** Sockets of one group (a VU of k6), all in one zone. */
const each = 25
const devicesOfZone = 21

/** Creates zones, operators and devices, and lets k6 or a crowd open the sockets; `seconds` = when they give up. */
export async function startWatching(stage: Stage, scenario: Watched, seconds: number): Promise<Watching> {
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
  const settings = { startedAt, wireVersion, sampled: sizeOf(sizes, 'sampled'), seconds }
  const inK6 = holderOf(sockets) === 'k6'
  const run = inK6
    ? stage.k6(scenario, {
        data: watchers,
        env: {
          EACH: each,
          SECONDS: seconds,
          STARTED_AT: startedAt,
          WIRE_VERSION: wireVersion,
          SAMPLED: settings.sampled,
        },
      })
    : stage.crowd(scenario, { watchers, each, settings })
  return {
    zones,
    people,
    driver,
    startedAt,
    holder: inK6 ? 'k6' : 'a process of its own',
    ended: run.ended,
    watching: () => allWatch(run, Math.ceil(sockets / each), seconds),
  }
}

async function allWatch(run: Run, groups: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (run.told().length < groups) {
    if (performance.now() > end) throw new Error(`only ${run.told().length} of ${groups} groups of sockets watch`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Changes that all sockets together must see: those of their zones, and the markers. */
export function expectedChanges({ driver, people, zones }: Watching): number {
  return people.reduce((sum, _, place) => {
    const zone = Math.floor(place / each) % zones.length
    return sum + (driver.changes[zone] ?? 0)
  }, 0)
}

export const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

import { createHash } from 'node:crypto'
import { corners, type Plan, placeSizes, type Rect, rowPlan, surveyedPlan } from './layout.ts'
import type { Replay } from './recordings.ts'
import type { SimulatedDeviceConfig } from './simulator-config.ts'
import { firstFaults, type SitePlan, type SourceSite, sitePlans, sourceSite } from './site-list.ts'

export interface InstalledDevice extends SimulatedDeviceConfig {
  readonly rect: Rect
  readonly sequence: number
  readonly path: { readonly number: number; readonly name: string | null; readonly icon?: string }
  readonly delayMs: number
  /** How it is booked: on its own, always or optionally together with a place, or not at all. */
  readonly booked: 'alone' | 'always' | 'if-requested' | 'never'
}

export interface InstalledGateway {
  readonly hardwareId: string
  readonly name: string
  readonly via: 'link' | 'http'
  readonly devices: readonly InstalledDevice[]
}

export interface InstalledSite {
  readonly plan: SitePlan
  readonly source: SourceSite
  readonly name: string
  readonly timeZone: string
  readonly layout: Plan
  readonly corners: ReturnType<typeof corners>
  readonly gateways: readonly InstalledGateway[]
}

const reportIntervalS: Readonly<Record<string, number>> = { PARKING_SENSOR: 120 }
const stretch: Readonly<Record<string, number>> = {
  CHARGING_POINT: 1,
  PARKING_LOT: 2,
  PARKING_SENSOR: 2.5,
  BIKE_BOX: 3,
  LOCKER: 3,
}

/** The whole demo installation, the same on every computer except for tokens. */
export function installation(): InstalledSite[] {
  return sitePlans.map((plan, i) => install(plan, i))
}

function install(plan: SitePlan, index: number): InstalledSite {
  const source = sourceSite(plan.sourceId)
  const count = plan.count ?? source.boxes?.length ?? source.spaces?.length ?? source.capacity ?? 0
  const layout = source.spaces ? surveyedPlan(source.spaces) : rowPlan(count, placeSizes[plan.place])
  const places = layout.places.map((rect, i) => place(plan, source, rect, i))
  const share = Math.ceil(places.length / plan.gateways)
  const gateways = Array.from({ length: plan.gateways }, (_, i): InstalledGateway => {
    const own = places.slice(i * share, (i + 1) * share)
    const name = `${source.city.split(' ')[0]} ${plan.code}${plan.gateways > 1 ? ` ${'AB'[i]}` : ''}`
    return {
      hardwareId: `GW-${plan.code}-${i + 1}`,
      name,
      via: (index + i) % 2 === 0 ? 'link' : 'http',
      devices: i === 0 ? [...extras(plan, layout), ...own] : own,
    }
  })
  return {
    plan,
    source,
    name: plan.name ?? source.name,
    timeZone: source.country === 'CH' ? 'Europe/Zurich' : 'Europe/Berlin',
    layout,
    corners: corners(source, layout, plan.turn),
    gateways,
  }
}

function place(plan: SitePlan, source: SourceSite, rect: Rect, i: number): InstalledDevice {
  const box = source.boxes?.[i]
  const space = source.spaces?.[i]
  const number = String(i + 1).padStart(2, '0')
  const hardwareId = box?.id ?? space?.devEui ?? `${plan.code}-${number}`
  // Three lots of ten are reserved-only: their bollard stays up until somebody may enter.
  const kept = plan.type === 'PARKING_LOT' && share(hardwareId, 'kept') < 0.3
  return {
    ...common(plan, hardwareId, plan.type),
    name: `${plan.placeName} ${box?.number ?? space?.number ?? number}`,
    open: (plan.type === 'PARKING_LOT' && !kept) || plan.type === 'CHARGING_POINT' || plan.type === 'PARKING_SENSOR',
    autoClose: kept || plan.type === 'BIKE_BOX' || plan.type === 'LOCKER',
    use: {
      spot: Math.floor(share(hardwareId, 'spot') * 24),
      stretch: stretch[plan.type] ?? 1,
      laterMin: Math.round(share(hardwareId, 'later') * 900) - 600,
    },
    replay: plan.type === 'CHARGING_POINT' ? null : replay(plan, hardwareId, plan.type === 'LOCKER' ? 0.3 : 0.5),
    rect,
    sequence: 20 + i,
    path: { number: -1, name: null },
    delayMs: 0,
    booked: 'alone',
  }
}

function extras(plan: SitePlan, layout: Plan): InstalledDevice[] {
  const made: InstalledDevice[] = []
  const add = (id: string, type: string, name: string, rect: Rect, more: Partial<InstalledDevice> = {}) =>
    made.push({
      ...common(plan, `${plan.code}-${id}`, type),
      name,
      open: false,
      autoClose: true,
      use: null,
      replay: null,
      rect,
      sequence: 10,
      path: { number: -1, name: null },
      delayMs: 0,
      booked: 'never',
      ...more,
    })
  if (plan.barriers) {
    add('IN', 'BARRIER', 'Schranke Einfahrt', layout.entrance, {
      path: { number: 1, name: 'Einfahrt', icon: 'barrier' },
      delayMs: 1_500,
      booked: 'always',
    })
    add('OUT', 'BARRIER', 'Schranke Ausfahrt', layout.exit, {
      path: { number: 2, name: 'Ausfahrt', icon: 'barrier' },
      delayMs: 1_500,
      booked: 'always',
    })
  }
  if (plan.door) {
    const path = { number: -1, name: 'Zugang', icon: 'door' }
    add('DOOR', 'DOOR', plan.door, layout.entrance, { path, delayMs: 500, booked: 'always' })
  }
  if (plan.lockers) {
    for (const [i, rect] of layout.lockers.entries()) {
      const path = { number: -1, name: 'Schließfächer', icon: 'locker' }
      add(`L${i + 1}`, 'LOCKER', `Fach ${i + 1}`, rect, { path, sequence: 80 + i, booked: 'if-requested' })
    }
  }
  if (plan.sensor) {
    const id = `${plan.code}-CLIMA`
    add('CLIMA', 'SENSOR', 'Klimasensor', layout.sensor, { replay: replay(plan, id, 0.8), sequence: 90 })
  }
  return made
}

function common(plan: SitePlan, hardwareId: string, type: string) {
  const fault = firstFaults[hardwareId]
  return {
    hardwareId,
    type,
    reportIntervalS: reportIntervalS[type] ?? 600,
    gateTimeS: 60,
    unusedGateTimeS: 180,
    ...(fault ? { fault } : {}),
  }
}

function replay(plan: SitePlan, hardwareId: string, swing: number): Replay {
  return {
    recording: plan.recording ?? 'autumn',
    day: plan.recordingDay,
    lateS: Math.round(share(hardwareId, 'late') * 580),
    warmer: Math.round((1.2 + share(hardwareId, 'warmer') * 1.6) * 10) / 10,
    rssi: Math.round(share(hardwareId, 'rssi') * 20) - 2,
    swing,
  }
}

/** A number in [0, 1) that is constant for a device. */
function share(hardwareId: string, what: string): number {
  return createHash('sha256').update(`${what}/${hardwareId}`).digest().readUInt32BE() / 4_294_967_296
}

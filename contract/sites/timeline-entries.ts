import type { Timeline, TimelineEvent } from './timeline.ts'

/** A site in the past: its state at any moment, folded from the events that caused it. Pure: time is an argument. */
type Of<K extends TimelineEvent['kind']> = Extract<TimelineEvent, { kind: K }>

export interface ReservationThen {
  readonly id: number
  readonly number: number
  readonly startsAt: number
  readonly endsAt: number
}
export interface MalfunctionThen {
  readonly id: number
  readonly kind: Of<'malfunction-opens'>['malfunction']
  readonly severity: 'error' | 'warning'
  readonly gateway: string | null
  readonly openedAt: number
}
export interface MaintenanceThen {
  readonly id: number
  readonly reason: string
}
/** The last command, with its outcome as far as it had happened. */
export interface CommandThen extends Of<'command'> {
  readonly settled: Of<'command-outcome'> | null
}

interface Standing {
  readonly malfunctions: readonly MalfunctionThen[]
  readonly maintenance: readonly MaintenanceThen[]
}
export interface DeviceThen extends Standing {
  /** Null = it had never reported. */
  readonly report: Of<'report'> | null
  /** Last message before it became silent; null = it is not silent. */
  readonly silentSince: number | null
  readonly reservations: readonly ReservationThen[]
  readonly deviceCommand: CommandThen | null
}
/** Devices by id, and the state of the site as a whole. Unchanged objects stay the same. */
export interface SiteThen {
  readonly devices: ReadonlyMap<number, DeviceThen>
  readonly site: Standing
}

export interface FoldedTimeline {
  readonly events: readonly TimelineEvent[]
  /** Returns how many events have happened by then. */
  countAt(at: number): number
  /** Returns the state at a moment, ms. */
  stateAt(at: number): SiteThen
}

const nothing: Standing = { malfunctions: [], maintenance: [] }
const unknown: DeviceThen = { ...nothing, report: null, silentSince: null, reservations: [], deviceCommand: null }
/** Events between two checkpoints; a checkpoint is a map of all devices. */
const checkpointEvery = 512

type Draft = { devices: Map<number, DeviceThen>; site: Standing }
const copyOf = ({ devices, site }: SiteThen): Draft => ({ devices: new Map(devices), site })

/**
 * Folds a timeline once, storing the effect of each event on its device and a complete state every few hundred events:
 * any moment is then a search and a few hundred look-ups.
 */
export function foldTimeline({
  devices,
  standing,
  events,
}: Pick<Timeline, 'devices' | 'standing' | 'events'>): FoldedTimeline {
  const now: Draft = { devices: new Map(devices.map(({ id }) => [id, unknown])), site: nothing }
  for (const event of standing) take(now, event)
  const checkpoints: SiteThen[] = []
  const after: (DeviceThen | Standing)[] = []
  for (const [index, event] of events.entries()) {
    if (index % checkpointEvery === 0) checkpoints.push(copyOf(now))
    take(now, event)
    after.push(event.deviceId === null ? now.site : (now.devices.get(event.deviceId) ?? unknown))
  }
  if (events.length % checkpointEvery === 0) checkpoints.push(copyOf(now))

  const countAt = (at: number): number => {
    let [low, high] = [0, events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((events[middle]?.at ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    events,
    countAt,
    stateAt(at) {
      const count = countAt(at)
      const checkpoint = Math.floor(count / checkpointEvery)
      const from = checkpoints[checkpoint]
      if (!from) throw new Error(`no checkpoint ${checkpoint}`)
      const state = copyOf(from)
      for (let index = checkpoint * checkpointEvery; index < count; index += 1) {
        const { deviceId } = events[index] as TimelineEvent
        if (deviceId === null) state.site = after[index] as Standing
        else state.devices.set(deviceId, after[index] as DeviceThen)
      }
      return state
    },
  }
}

function take(state: Draft, event: TimelineEvent): void {
  if (event.deviceId === null) state.site = standingAfter(state.site, event)
  else state.devices.set(event.deviceId, deviceAfter(state.devices.get(event.deviceId) ?? unknown, event))
}

function deviceAfter(device: DeviceThen, event: TimelineEvent): DeviceThen {
  switch (event.kind) {
    case 'report':
      return { ...device, report: event }
    case 'silence-begins':
      return { ...device, silentSince: event.since }
    case 'silence-ends':
      return { ...device, silentSince: null }
    case 'reservation-begins': {
      const { reservationId: id, number, startsAt, endsAt } = event
      return { ...device, reservations: [...device.reservations, { id, number, startsAt, endsAt }] }
    }
    case 'reservation-ends':
      return { ...device, reservations: device.reservations.filter(({ id }) => id !== event.reservationId) }
    case 'command':
      return { ...device, deviceCommand: { ...event, settled: null } }
    case 'command-outcome':
      return device.deviceCommand?.deviceCommandId === event.deviceCommandId
        ? { ...device, deviceCommand: { ...device.deviceCommand, settled: event } }
        : device
    case 'access':
      return device
    default:
      return { ...device, ...standingAfter(device, event) }
  }
}

function standingAfter({ malfunctions, maintenance }: Standing, event: TimelineEvent): Standing {
  switch (event.kind) {
    case 'malfunction-opens': {
      const { malfunctionId: id, malfunction: kind, severity, gateway, at: openedAt } = event
      return { malfunctions: [...malfunctions, { id, kind, severity, gateway, openedAt }], maintenance }
    }
    case 'malfunction-closes':
      return { malfunctions: malfunctions.filter(({ id }) => id !== event.malfunctionId), maintenance }
    case 'maintenance-begins':
      return { malfunctions, maintenance: [...maintenance, { id: event.periodId, reason: event.reason }] }
    case 'maintenance-ends':
      return { malfunctions, maintenance: maintenance.filter(({ id }) => id !== event.periodId) }
    default:
      return { malfunctions, maintenance }
  }
}

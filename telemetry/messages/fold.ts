import type { GatewayMessage, ReadingMessage } from '../../contract/gateway.ts'
import { type DeviceStatus, type DoorState, deviceStatuses } from '../../machines/device.ts'

/** A measured value and when it was measured (ms since 1970). */
export interface Measured<V> {
  readonly value: V
  readonly at: number
}

/** A device's state by its own messages. Times in ms since 1970, by the device's clock; `lastMessageAt` by ours. */
export interface DeviceState {
  readonly status: DeviceStatus
  readonly statusAt: number | null
  readonly lastStatus: DeviceStatus | null
  readonly door: DoorState | null
  readonly doorAt: number | null
  /** Since when status and door are unchanged. */
  readonly lastStateChange: number | null
  readonly lastMessageAt: number | null
  readonly reachable: boolean
  readonly voltage: Measured<number> | null
  readonly temperature: Measured<number> | null
  readonly humidity: Measured<number> | null
  readonly rssi: Measured<number> | null
  readonly dirty: Measured<boolean> | null
  readonly readingsAt: number | null
}

export interface FoldedMessage {
  readonly at: number
  readonly body: GatewayMessage
}

export interface Folded {
  readonly next: DeviceState
  /** Urgent: status or door changed, also when they changed back, or dirt or reachability. */
  readonly loud: boolean
  /** Anything on screen changed, also measured values and times. */
  readonly visible: boolean
  /** A status or door was older than the known one: only the stored history says since when the current one holds. */
  readonly late: boolean
}

/**
 * Returns the state of a device after messages received at `receivedAt`, in any order: for each fact the newest by the device's clock
 * counts, at the same moment the one of higher rank, so that any order leads to the same state (rules T-1 to T-4). Only `lastStateChange`
 * and `lastStatus` after a late status need the history.
 */
export function fold(prev: DeviceState, messages: readonly FoldedMessage[], receivedAt: number): Folded {
  const next = { ...prev }
  let newest = Number.NEGATIVE_INFINITY
  const statuses: Said<DeviceStatus>[] = []
  const doors: Said<DoorState>[] = []
  for (const { at, body } of messages) {
    if (body.kind !== 'answer' && at > newest) newest = at
    if (body.kind === 'reading') measure(next, prev, body, at)
    else if (body.kind === 'status') {
      statuses.push({ at, value: body.status, rank: rank(body.status) })
      if (body.door !== undefined) doors.push({ at, value: body.door, rank: doorRank(body.door) })
    }
  }
  let late = false
  for (const said of statuses.sort(byTime)) if (!takeStatus(next, said)) late = true
  for (const said of doors.sort(byTime)) if (!takeDoor(next, said)) late = true
  if (newest > knownAt(prev)) {
    next.lastMessageAt = Math.max(prev.lastMessageAt ?? 0, receivedAt)
    next.reachable = true
  }
  const loud =
    late ||
    next.status !== prev.status ||
    next.door !== prev.door ||
    next.lastStateChange !== prev.lastStateChange ||
    next.reachable !== prev.reachable ||
    (next.dirty?.value ?? false) !== (prev.dirty?.value ?? false) ||
    (prev.statusAt === null && next.statusAt !== null)
  return { next, loud, visible: loud || differs(prev, next), late }
}

/** Returns the newest time that the device has reported, -Infinity without any. */
function knownAt(state: DeviceState): number {
  return Math.max(state.statusAt ?? Number.NEGATIVE_INFINITY, state.readingsAt ?? Number.NEGATIVE_INFINITY)
}

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** A reported status or door; at the same moment the higher rank counts as later. */
interface Said<V> {
  readonly at: number
  readonly value: V
  readonly rank: number
}

function byTime(a: Said<unknown>, b: Said<unknown>): number {
  return a.at - b.at || a.rank - b.rank
}

/** Applies a status. Returns false when a newer one is known. */
function takeStatus(next: Draft<DeviceState>, { at, value, rank: place }: Said<DeviceStatus>): boolean {
  const first = next.statusAt === null
  if (next.statusAt !== null && (at < next.statusAt || (at === next.statusAt && place < rank(next.status))))
    return false
  if (first || value !== next.status) {
    next.lastStateChange = Math.max(at, next.lastStateChange ?? at)
    if (!first) next.lastStatus = next.status
  }
  next.status = value
  next.statusAt = at
  return true
}

/** Applies a door. Returns false when a newer one is known, also one of the same moment and rank. */
function takeDoor(next: Draft<DeviceState>, { at, value, rank: place }: Said<DoorState>): boolean {
  if (next.doorAt !== null && (at < next.doorAt || (at === next.doorAt && place < doorRank(next.door)))) return false
  if (value !== next.door) next.lastStateChange = Math.max(at, next.lastStateChange ?? at)
  next.door = value
  next.doorAt = at
  return true
}

function measure(next: Draft<DeviceState>, prev: DeviceState, reading: ReadingMessage, at: number): void {
  if (next.readingsAt === null || at > next.readingsAt) next.readingsAt = at
  next.temperature = newer(next.temperature, prev.temperature, reading.temperature, at)
  next.humidity = newer(next.humidity, prev.humidity, reading.humidity, at)
  next.voltage = newer(next.voltage, prev.voltage, reading.supplyVoltage, at)
  next.rssi = newer(next.rssi, prev.rssi, reading.rssi === undefined ? undefined : Math.round(reading.rssi), at)
  if (reading.dirty !== undefined && isNewer(next.dirty, reading.dirty, at)) next.dirty = { value: reading.dirty, at }
}

/** Compares with single precision, as stored. Does not change `before`; changes its own values in place, to allocate nothing per reading. */
function newer(
  known: Draft<Measured<number>> | null,
  before: Measured<number> | null,
  value: number | undefined,
  at: number,
): Measured<number> | null {
  if (value === undefined) return known
  const stored = Math.fround(value)
  if (!isNewer(known, stored, at)) return known
  if (known === null || known === before) return { value: stored, at }
  known.value = stored
  known.at = at
  return known
}

function isNewer<V extends number | boolean>(known: Measured<V> | null, value: V, at: number): boolean {
  return known === null || at > known.at || (at === known.at && value > known.value)
}

const ranks = new Map(deviceStatuses.map((status, index) => [status, index]))

function rank(status: DeviceStatus): number {
  return ranks.get(status) ?? 0
}

function doorRank(door: DoorState | null | undefined): number {
  return door === 'open' ? 2 : door === 'closed' ? 1 : 0
}

function differs(a: DeviceState, b: DeviceState): boolean {
  return (Object.keys(a) as (keyof DeviceState)[]).some((key) => a[key] !== b[key])
}

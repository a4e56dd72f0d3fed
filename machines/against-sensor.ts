import { leftStatuses } from './overstay.ts'
import { opensBeforeMs } from './reservation-rules.ts'

/**
 * Contradictions between reservations and sensors (rules O-20 to O-23): a place is occupied without a reservation, a
 * booked place cannot be used, or a sensor reports something implausible. Pure: time is an argument.
 */
export interface BookedHere {
  readonly id: number
  readonly start: Date
  /** It has let somebody in already. */
  readonly entered: boolean
  /** The same person had the place until its start. */
  readonly goesOn: boolean
  /** Why its last run to open the place failed, by the device's own report; null = it did not fail. */
  readonly notOpened: string | null
}
export interface AgainstSensor {
  readonly monitored: boolean
  readonly status: string
  /** When status or door changed last; null = never. */
  readonly since: Date | null
  readonly reachable: boolean
  /** The sensor itself reports that it is unreliable, which is a separate malfunction. */
  readonly dirty: boolean
  /** It has reported since the start of the portal. */
  readonly heard: boolean
  /** An access time offers it, so whoever stands there could have reserved. */
  readonly offered: boolean
  readonly maintenance: boolean
  /** Somebody has not left it at the end of their time. */
  readonly overstayed: boolean
  /** The reservation that is running, and the next one that begins within a quarter of an hour. */
  readonly running: BookedHere | null
  readonly next: BookedHere | null
  /** When the last reservation on it ended; null = there was none. */
  readonly lastEnd: Date | null
  /** Changes between occupied and not occupied in the last 10 and 30 minutes. */
  readonly flips: { readonly ten: number; readonly thirty: number }
  /** Findings of the last 14 days; null = not checked. */
  readonly fortnight: {
    /** Number of stays of at least half an hour that ended, with somebody let in. */
    readonly stays: number
    readonly everOccupied: boolean
    readonly everLeft: boolean
  } | null
}
/** 'same' = no change. */
export type Finding =
  | 'same'
  | 'right'
  | { readonly at: Date; readonly detail: Readonly<Record<string, string | number>>; readonly reservationId?: number }

export const sensorKinds = ['occupied-unbooked', 'booked-blocked', 'sensor-doubtful'] as const
export type SensorKind = (typeof sensorKinds)[number]

const minuteMs = 60_000
/** Time for which a place must be occupied before it counts, ms. */
const unbookedMs = 3 * minuteMs
/** Time before the start at which an unusable place is reported, ms. */
const aheadMs = 10 * minuteMs
/** `opens` changes within 10 minutes are not people; fewer than `closes` within 30 minutes end the flickering. */
const flicker = { opens: 12, closes: 4 } as const
/** Number of stays unseen by the sensor that are no coincidence. */
const traceless = 3

const isLeft = (status: string): boolean => (leftStatuses as readonly string[]).includes(status)

/**
 * O-20: occupied for more than 3 minutes, though no reservation is running, begins within a quarter of an hour, or has
 * not been left.
 */
function unbooked(place: AgainstSensor, now: Date): Finding {
  const { status, since, offered, maintenance, overstayed, running, next, lastEnd } = place
  if (isLeft(status) || !offered || maintenance || overstayed || running || next) return 'right'
  if (status !== 'occupied' || !place.reachable || place.dirty || !place.heard || since === null) return 'same'
  const at = new Date(Math.max(since.getTime(), lastEnd?.getTime() ?? 0))
  return now.getTime() - at.getTime() > unbookedMs ? { at, detail: { since: since.toISOString() } } : 'same'
}

/**
 * O-21: a reservation is running, or begins within 10 minutes, but somebody else stands on its place, or the device
 * failed to open.
 */
function blocked(place: AgainstSensor, now: Date): Finding {
  const { running, next, maintenance } = place
  const soon = next !== null && next.start.getTime() - now.getTime() <= aheadMs ? next : null
  const own = running ?? soon
  if (own === null || maintenance) return 'right'
  const at = new Date(Math.min(now.getTime(), own.start.getTime()))
  const why = isForeign(place, own) ? 'occupied' : own.notOpened
  if (why !== null) return { at, reservationId: own.id, detail: { why } }
  return place.reachable && place.status !== 'undefined' ? 'right' : 'same'
}

/** Somebody was there before anybody with this reservation could come, and was not let in by it. */
function isForeign({ status, since, reachable, dirty, overstayed }: AgainstSensor, own: BookedHere): boolean {
  if (status !== 'occupied' || !reachable || dirty || own.entered || own.goesOn) return false
  return overstayed || (since !== null && since.getTime() < own.start.getTime() - opensBeforeMs)
}

/** O-22: it flickers. O-23: it missed three stays in 14 days, or never saw anybody leave. */
function doubtful(place: AgainstSensor, now: Date): Finding {
  const { flips, fortnight, reachable, dirty } = place
  if (dirty) return 'right'
  if (flips.ten >= flicker.opens) return { at: now, detail: { why: 'flickers', changes: flips.ten } }
  if (reachable && fortnight !== null && fortnight.stays >= traceless) {
    const { stays, everOccupied, everLeft } = fortnight
    if (!everOccupied) return { at: now, detail: { why: 'never-occupied', stays } }
    if (!everLeft) return { at: now, detail: { why: 'never-free', stays } }
  }
  if (flips.thirty >= flicker.closes || fortnight === null) return 'same'
  return 'right'
}

const rules: Readonly<Record<SensorKind, (place: AgainstSensor, now: Date) => Finding>> = {
  'occupied-unbooked': unbooked,
  'booked-blocked': blocked,
  'sensor-doubtful': doubtful,
}

export interface Verdict {
  readonly open: readonly { kind: SensorKind; finding: Exclude<Finding, string> }[]
  readonly close: readonly SensorKind[]
}

/**
 * Returns what to open and close for a place; a place without monitoring has none (M-7). `open` lists its open
 * malfunctions with the reservations that they concern.
 */
export function evaluateAgainstSensor(
  place: AgainstSensor,
  open: ReadonlyMap<SensorKind, number | null>,
  now: Date,
): Verdict {
  const found = sensorKinds.map(
    (kind) => ({ kind, finding: place.monitored ? rules[kind](place, now) : 'right' }) as const,
  )
  return {
    open: found.flatMap(({ kind, finding }) =>
      typeof finding === 'object' && !open.has(kind) ? [{ kind, finding }] : [],
    ),
    close: found.flatMap(({ kind, finding }) => (open.has(kind) && isOver(finding, open.get(kind)) ? [kind] : [])),
  }
}

/** Recovered, or wrong for another reservation: that is a new incident, found by the next check. */
function isOver(finding: Finding, about: number | null | undefined): boolean {
  if (typeof finding === 'string') return finding === 'right'
  return finding.reservationId !== undefined && finding.reservationId !== about
}

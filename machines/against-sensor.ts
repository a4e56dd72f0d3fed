import { leftStatuses } from './overstay.ts'
import { opensBeforeMs } from './reservation-rules.ts'

/**
 * Contradictions between reservations and sensors (rules O-20 to O-23): somebody is where nobody has reserved, a booked
 * place cannot be used, or a sensor says what cannot be. Pure: time is an argument.
 */
export interface BookedHere {
  readonly id: number
  readonly start: Date
  /** Somebody was let in by it already. */
  readonly entered: boolean
  /** The same person had the place until it began. */
  readonly goesOn: boolean
  /** Why its last run to open the place ended without success by the device's own report; null = it did not. */
  readonly notOpened: string | null
}
export interface AgainstSensor {
  readonly monitored: boolean
  readonly status: string
  /** When status or door changed last; null = never. */
  readonly since: Date | null
  readonly reachable: boolean
  /** The sensor says itself that it cannot be trusted: that is a malfunction of its own. */
  readonly dirty: boolean
  /** It has spoken since the portal runs. */
  readonly heard: boolean
  /** An access time offers it: who stands there could have reserved. */
  readonly offered: boolean
  readonly maintenance: boolean
  /** Somebody has not left it at the end of his time. */
  readonly overstayed: boolean
  /** The reservation that runs on it, and the one that begins next within a quarter of an hour. */
  readonly running: BookedHere | null
  readonly next: BookedHere | null
  /** When the last reservation on it ended; null = there was none. */
  readonly lastEnd: Date | null
  /** Changes between occupied and not occupied in the last 10 and 30 minutes. */
  readonly flips: { readonly ten: number; readonly thirty: number }
  /** What 14 days say; null = was not looked at. */
  readonly fortnight: {
    /** Stays of at least half an hour that ended, with somebody let in. */
    readonly stays: number
    readonly everOccupied: boolean
    readonly everLeft: boolean
  } | null
}
/** 'same' leaves it as it is. */
export type Finding =
  | 'same'
  | 'right'
  | { readonly at: Date; readonly detail: Readonly<Record<string, string | number>>; readonly reservationId?: number }

export const sensorKinds = ['occupied-unbooked', 'booked-blocked', 'sensor-doubtful'] as const
export type SensorKind = (typeof sensorKinds)[number]

const minuteMs = 60_000
/** How long a place must be occupied before it counts, ms. */
const unbookedMs = 3 * minuteMs
/** How long before the start an unusable place is reported, ms. */
const aheadMs = 10 * minuteMs
/** This many changes within 10 minutes are no people; this few within 30 minutes are no longer flicker. */
const flicker = { opens: 12, closes: 4 } as const
/** This many stays without a trace at the sensor are no coincidence. */
const traceless = 3

const isLeft = (status: string): boolean => (leftStatuses as readonly string[]).includes(status)

/** O-20: occupied for more than 3 minutes, though nobody's reservation runs, begins within a quarter of an hour, or has not been left. */
function unbooked(place: AgainstSensor, now: Date): Finding {
  const { status, since, offered, maintenance, overstayed, running, next, lastEnd } = place
  if (isLeft(status) || !offered || maintenance || overstayed || running || next) return 'right'
  if (status !== 'occupied' || !place.reachable || place.dirty || !place.heard || since === null) return 'same'
  const at = new Date(Math.max(since.getTime(), lastEnd?.getTime() ?? 0))
  return now.getTime() - at.getTime() > unbookedMs ? { at, detail: { since: since.toISOString() } } : 'same'
}

/** O-21: a reservation runs, or begins within 10 minutes, and somebody else stands on its place, or the device would not open it. */
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

/** Somebody who was there before anybody of this reservation could come, and whom it did not let in. */
function isForeign({ status, since, reachable, dirty, overstayed }: AgainstSensor, own: BookedHere): boolean {
  if (status !== 'occupied' || !reachable || dirty || own.entered || own.goesOn) return false
  return overstayed || (since !== null && since.getTime() < own.start.getTime() - opensBeforeMs)
}

/** O-22: it flickers. O-23: it saw none of three stays in 14 days, or never saw anybody leave. */
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
 * Returns what to open and close for a place; what is not monitored has nothing (M-7). `open` lists its open
 * malfunctions with the reservation they are about.
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

/** Right again, or wrong for another reservation: that is another incident, found at the next look. */
function isOver(finding: Finding, about: number | null | undefined): boolean {
  if (typeof finding === 'string') return finding === 'right'
  return finding.reservationId !== undefined && finding.reservationId !== about
}

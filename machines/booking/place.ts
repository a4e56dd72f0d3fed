/** Availability of a place for a span, apart from access times: claims, faults, maintenance. Pure. */
export interface PlaceFacts {
  /** The strongest live claim that overlaps the span. */
  readonly claim: 'held' | 'taken' | null
  /** End of the hold, if claim is 'held'. */
  readonly heldUntil: Date | null
  /** A maintenance period touches the span. */
  readonly maintenance: boolean
  /** The type of device reports a status. */
  readonly hasStatus: boolean
  readonly status: string
  readonly reachable: boolean
  /** A reservation is running on it, so its occupancy says nothing about later. */
  readonly inUse: boolean
  /** End of the grace period if somebody has not left it at the end of their time. */
  readonly graceUntil: Date | null
}

export type PlaceRefusalCode =
  | 'maintenance-then'
  | 'place-taken'
  | 'place-held'
  | 'device-undefined'
  | 'device-unreachable'
  | 'device-not-ready'
  | 'place-occupied'

/** An unreliable device is not offered for a start within this time; ms. */
export const soonMs = 60 * 60_000
/** A place that is occupied without a reservation is not offered for a start within this time; ms. */
export const atOnceMs = 15 * 60_000

/** Returns the first obstacle to having the place from `start`, or null (rules B-20 to B-25, O-7). */
export function placeRefusal(facts: PlaceFacts, start: Date, now: Date): PlaceRefusalCode | null {
  if (facts.maintenance) return 'maintenance-then'
  if (facts.claim === 'taken') return 'place-taken'
  if (facts.claim === 'held') return 'place-held'
  const ahead = start.getTime() - now.getTime()
  if (facts.graceUntil !== null && start < facts.graceUntil) return 'place-occupied'
  if (!facts.hasStatus || ahead >= soonMs) return null
  if (facts.status === 'undefined') return 'device-undefined'
  if (!facts.reachable) return 'device-unreachable'
  if (facts.status === 'error') return 'device-not-ready'
  if (facts.status === 'occupied' && !facts.inUse && ahead < atOnceMs) return 'place-occupied'
  return null
}

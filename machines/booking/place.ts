/** Whether a place can be had for a span, apart from access times: what is claimed, what is broken, what is maintained. Pure. */
export interface PlaceFacts {
  /** The strongest live claim that overlaps the span: a hold of somebody, or taken. */
  readonly claim: 'held' | 'taken' | null
  /** Until when it is held, when claim is 'held'. */
  readonly heldUntil: Date | null
  /** A maintenance period touches the span. */
  readonly maintenance: boolean
  /** Whether the type of device reports a status at all. */
  readonly hasStatus: boolean
  readonly status: string
  readonly reachable: boolean
  /** Somebody's reservation runs on it now: then its being occupied says nothing about later. */
  readonly inUse: boolean
  /** Somebody has not left it at the end of his time: until when he may come for what is inside. */
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

/** A device that cannot be trusted is not offered for a start within this time; ms. */
export const soonMs = 60 * 60_000
/** A place where something stands without a reservation is not offered for a start within this time; ms. */
export const atOnceMs = 15 * 60_000

/** The first rule that speaks against having the place from `start`; null = it can be had (rules B-20 to B-25, O-7). */
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

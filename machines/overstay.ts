import { minuteMs } from './booking/calendar.ts'
import { atOnceMs } from './booking/place.ts'
import { extensionPrice } from './booking/price.ts'
import type { TariffStage } from './booking/types.ts'
import type { ReservationState } from './reservation-rules.ts'

/**
 * Staying beyond the end (rules O-1 to O-12): when a stay has become an overstay, until when its person may still open, what the added time
 * costs, and whom it takes the place from. Pure: time is an argument.
 */

/** Whoever leaves within this time of the end pays nothing more; ms. */
const freeMs = 5 * minuteMs
/** Where a grace lasts for days, prices are looked for no further than this; minutes. */
const maxMinutes = 1_440

/** Until when what is still occupied at the end may be opened (rule O-2); the end itself where there is no grace (0 or less). */
export function graceEnd(end: Date, graceMinutes: number): Date {
  return new Date(end.getTime() + Math.max(0, graceMinutes) * minuteMs)
}

/** Statuses that say that nobody is there; every other one but 'occupied' says nothing about it. */
export const leftStatuses = ['free', 'freeing', 'blocked', 'blocking', 'okay'] as const

/** A place at and after the end of a reservation. */
export interface StayFacts {
  readonly state: ReservationState
  readonly end: Date
  /** What the place reported last at or before the end; null = nothing. */
  readonly statusAtEnd: string | null
  readonly status: string
  readonly reachable: boolean
  /** When it reported first after the end that nobody is there; null = it did not. */
  readonly leftAt: Date | null
  /** The same person has the place from the end on. */
  readonly goesOn: boolean
}

/** Whether a stay goes on beyond its end without right (rule O-1): the place said at the end that it is occupied, and has not said otherwise since. */
export function isOverstay(facts: StayFacts, now: Date): boolean {
  if (facts.state !== 'RESERVED' || now < facts.end || facts.goesOn || !facts.reachable) return false
  return facts.statusAtEnd === 'occupied' && facts.status === 'occupied' && facts.leftAt === null
}

export interface OverstayTerms {
  /** The tariff as it was bought. */
  readonly stages: readonly TariffStage[]
  /** When the first reservation of the stay began. */
  readonly stayStart: Date
  readonly end: Date
  readonly until: Date
  /** Paid for the whole stay and not given back, cents. */
  readonly paidCents: number
  readonly timeZone: string
}

/**
 * What staying until `left` costs beyond what is paid, cents (rule O-4): nothing within 5 minutes of the end; else the whole stay by its tariff (P-4)
 * to the moment of leaving, at most to the end of the grace.
 */
export function overstayPrice(terms: OverstayTerms, left: Date): number {
  const at = new Date(Math.min(left.getTime(), terms.until.getTime()))
  if (at.getTime() - terms.end.getTime() <= freeMs) return 0
  return extensionPrice(terms.stages, terms.stayStart, at, terms.paidCents, terms.timeZone)
}

/** Leaving until `until` costs `cents` in all. */
export interface PriceStep {
  readonly until: Date
  readonly cents: number
}

/** What leaving when costs, from the end to the end of the grace: so that a screen can say it by the clock. By whole minutes, ascending. */
export function priceSteps(terms: OverstayTerms): PriceStep[] {
  const steps: PriceStep[] = []
  const last = terms.until.getTime()
  const first = terms.end.getTime() + minuteMs
  for (let at = first; at < last && at <= first + maxMinutes * minuteMs; at += minuteMs) put(steps, terms, new Date(at))
  put(steps, terms, terms.until)
  return steps
}

function put(steps: PriceStep[], terms: OverstayTerms, until: Date): void {
  const cents = overstayPrice(terms, until)
  if (steps.at(-1)?.cents === cents) steps.pop()
  steps.push({ until, cents })
}

/** The attempts of one kind during an overstay: whoever must get out has at least one more, however many were used before (rule O-3). */
export function attemptsInGrace(
  { used, limit }: { readonly used: number; readonly limit: number },
  usedInGrace: number,
): { readonly used: number; readonly limit: number } {
  if (limit === -1 || usedInGrace > 0) return { used, limit }
  return { used, limit: Math.max(limit, used + 1) }
}

/**
 * Whether a reservation of somebody else loses the place to an overstay (rule O-6): it is not over, and begins before the grace ends, or within
 * a quarter of an hour while the place is still occupied.
 */
export function takesPlaceOf(next: { readonly start: Date; readonly end: Date }, until: Date, now: Date): boolean {
  if (next.end <= now) return false
  return next.start.getTime() < Math.max(until.getTime(), now.getTime() + atOnceMs)
}

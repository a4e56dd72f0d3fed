import { minuteMs } from './booking/calendar.ts'
import { atOnceMs } from './booking/place.ts'
import { extensionPrice } from './booking/price.ts'
import type { TariffStage } from './booking/types.ts'
import type { ReservationState } from './reservation-rules.ts'

/**
 * Overstay (rules O-1 to O-10): when a stay becomes one, how long its person may still open, the price of the added
 * time, and the reservations that lose the place. Pure: time is an argument.
 */

/** Time after the end in which leaving is free of charge; ms. */
const freeMs = 5 * minuteMs
/** Maximum length of a grace period for which prices are computed; minutes. */
const maxMinutes = 1_440

/** Returns the end of the grace period (rule O-2); the end itself if there is none (0 or less). */
export function graceEnd(end: Date, graceMinutes: number): Date {
  return new Date(end.getTime() + Math.max(0, graceMinutes) * minuteMs)
}

/** Statuses that prove the place empty; others except 'occupied' prove nothing. */
export const leftStatuses = ['free', 'freeing', 'blocked', 'blocking', 'okay'] as const

/** A place at and after the end of a reservation. */
export interface StayFacts {
  readonly state: ReservationState
  readonly end: Date
  /** The last status reported at or before the end; null = none. */
  readonly statusAtEnd: string | null
  readonly status: string
  readonly reachable: boolean
  /** Time of the first report after the end that proves the place empty; null = none. */
  readonly leftAt: Date | null
  /** The same person has the place from the end on. */
  readonly goesOn: boolean
}

/**
 * Returns whether a stay continues beyond its end without a right (rule O-1): the place was reported occupied at the
 * end, and not empty since.
 */
export function isOverstay(facts: StayFacts, now: Date): boolean {
  if (facts.state !== 'RESERVED' || now < facts.end || facts.goesOn || !facts.reachable) return false
  return facts.statusAtEnd === 'occupied' && facts.status === 'occupied' && facts.leftAt === null
}

export interface OverstayTerms {
  /** The tariff as bought. */
  readonly stages: readonly TariffStage[]
  /** Start of the first reservation of the stay. */
  readonly stayStart: Date
  readonly end: Date
  readonly until: Date
  /** Paid for the whole stay and not refunded, cents. */
  readonly paidCents: number
  readonly timeZone: string
}

/**
 * Price of staying until `left` beyond what is paid, cents (rule O-4): nothing within 5 minutes of the end; otherwise
 * the whole stay by its tariff (P-4) until the moment of leaving, at most until the end of the grace period.
 */
export function overstayPrice(terms: OverstayTerms, left: Date): number {
  const at = new Date(Math.min(left.getTime(), terms.until.getTime()))
  if (at.getTime() - terms.end.getTime() <= freeMs) return 0
  return extensionPrice(terms.stages, terms.stayStart, at, terms.paidCents, terms.timeZone)
}

/** The price for leaving until `until`, cents. */
export interface PriceStep {
  readonly until: Date
  readonly cents: number
}

/**
 * Prices by time of leaving, from the end to the end of the grace period, so that a screen can show them by the clock.
 * Whole minutes, ascending.
 */
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

/**
 * Openings of one kind during an overstay: somebody who must get out has at least one more, however many were used
 * before (rule O-3).
 */
export function openingsInGrace(
  { used, limit }: { readonly used: number; readonly limit: number },
  usedInGrace: number,
): { readonly used: number; readonly limit: number } {
  if (limit === -1 || usedInGrace > 0) return { used, limit }
  return { used, limit: Math.max(limit, used + 1) }
}

/**
 * Returns whether somebody else's reservation loses the place to an overstay (rule O-6): it is not over, and begins
 * before the grace period ends, or within a quarter of an hour while the place is still occupied.
 */
export function takesPlaceOf(next: { readonly start: Date; readonly end: Date }, until: Date, now: Date): boolean {
  if (next.end <= now) return false
  return next.start.getTime() < Math.max(until.getTime(), now.getTime() + atOnceMs)
}

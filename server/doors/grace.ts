import type { BoughtRules } from '../../contract/reservations/view.ts'
import { graceEnd, isOverstay, openingsInGrace } from '../../machines/overstay.ts'
import type { ReservationState } from '../../machines/reservation-rules.ts'
import { type StayJson, stayOf } from './stay-sql.ts'

/** The columns of graceColumns. */
export interface GraceRow {
  readonly stayUntil: Date | null
  readonly stay: StayJson | null
  readonly usedInGrace: { readonly entry?: number; readonly exit?: number } | null
}

interface Reservation {
  readonly state: ReservationState
  readonly end: Date
  readonly rules: Pick<BoughtRules, 'graceMinutes' | 'entryLimit' | 'exitLimit'>
  readonly entriesUsed: number
  readonly exitsUsed: number
}

export interface Grace {
  /** End of the grace period of a place that is still occupied; null = none. */
  readonly graceUntil: Date | null
  readonly entryLimit: number
  readonly exitLimit: number
}

/** Returns the end of the grace period (rule O-2); null = the reservation occupies nothing, or is not over. */
export function graceUntilOf(
  { stayUntil, stay }: Pick<GraceRow, 'stayUntil' | 'stay'>,
  { state, end, graceMinutes }: Pick<Reservation, 'state' | 'end'> & { graceMinutes: number },
  now: Date,
): Date | null {
  const noticed = stay !== null && isOverstay(stayOf({ state, end }, stay), now)
  return stayUntil ?? (noticed ? graceEnd(end, graceMinutes) : null)
}

/**
 * Returns a reservation's grace period and its limits, which allow one more opening of each kind then (rules O-2, O-3).
 */
export function graceOf(row: GraceRow, own: Reservation, now: Date): Grace {
  const { entryLimit, exitLimit, graceMinutes } = own.rules
  const graceUntil = graceUntilOf(row, { ...own, graceMinutes }, now)
  if (graceUntil === null || now < own.end) return { graceUntil, entryLimit, exitLimit }
  const entries = openingsInGrace({ used: own.entriesUsed, limit: entryLimit }, row.usedInGrace?.entry ?? 0)
  const exits = openingsInGrace({ used: own.exitsUsed, limit: exitLimit }, row.usedInGrace?.exit ?? 0)
  return { graceUntil, entryLimit: entries.limit, exitLimit: exits.limit }
}

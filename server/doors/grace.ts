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
  /** Until when what is still occupied may be opened; null = it is not, or nobody may. */
  readonly graceUntil: Date | null
  readonly entryLimit: number
  readonly exitLimit: number
}

/** Until when what a reservation still occupies may be opened (rule O-2); null = it does not occupy anything, or is not over. */
export function graceUntilOf(
  { stayUntil, stay }: Pick<GraceRow, 'stayUntil' | 'stay'>,
  { state, end, graceMinutes }: Pick<Reservation, 'state' | 'end'> & { graceMinutes: number },
  now: Date,
): Date | null {
  const noticed = stay !== null && isOverstay(stayOf({ state, end }, stay), now)
  return stayUntil ?? (noticed ? graceEnd(end, graceMinutes) : null)
}

/** What a reservation has beyond its end, and its limits, which leave one more of each then (rules O-2, O-3). */
export function graceOf(row: GraceRow, own: Reservation, now: Date): Grace {
  const { entryLimit, exitLimit, graceMinutes } = own.rules
  const graceUntil = graceUntilOf(row, { ...own, graceMinutes }, now)
  if (graceUntil === null || now < own.end) return { graceUntil, entryLimit, exitLimit }
  const entries = openingsInGrace({ used: own.entriesUsed, limit: entryLimit }, row.usedInGrace?.entry ?? 0)
  const exits = openingsInGrace({ used: own.exitsUsed, limit: exitLimit }, row.usedInGrace?.exit ?? 0)
  return { graceUntil, entryLimit: entries.limit, exitLimit: exits.limit }
}

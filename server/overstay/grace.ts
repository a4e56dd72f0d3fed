import type { BoughtRules } from '../../contract/reservation-view.ts'
import { attemptsInGrace, graceEnd, isOverstay } from '../../machines/overstay.ts'
import type { ReservationState } from '../../machines/reservation.ts'
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

/** What a reservation has beyond its end, and its limits, which leave one more of each then (rules O-2, O-3). */
export function graceOf({ stayUntil, stay, usedInGrace }: GraceRow, own: Reservation, now: Date): Grace {
  const noticed = stay !== null && isOverstay(stayOf(own, stay), now)
  const graceUntil = stayUntil ?? (noticed ? graceEnd(own.end, own.rules.graceMinutes) : null)
  const { entryLimit, exitLimit } = own.rules
  if (graceUntil === null || now < own.end) return { graceUntil, entryLimit, exitLimit }
  const entries = attemptsInGrace({ used: own.entriesUsed, limit: entryLimit }, usedInGrace?.entry ?? 0)
  const exits = attemptsInGrace({ used: own.exitsUsed, limit: exitLimit }, usedInGrace?.exit ?? 0)
  return { graceUntil, entryLimit: entries.limit, exitLimit: exits.limit }
}

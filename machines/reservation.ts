/**
 * What a reservation can go through and what may be done with it when: one table for the server's refusals, the buttons and their
 * tooltips. Pure: time is an argument.
 */
export const reservationStates = ['CREATED', 'RESERVED', 'CANCELED', 'STORNO'] as const
/** CREATED is the hold while booking; CANCELED abandoned or timed out; RESERVED valid; STORNO cancelled by the user. The database knows the ways between them. */
export type ReservationState = (typeof reservationStates)[number]

/** How long a place is held while booking, and how long a card payment may hold it at most; ms. */
export const holdMs = 2 * 60_000
export const paymentHoldMs = 10 * 60_000

export const reservationActions = [
  'open',
  'share',
  'extend',
  'changeDevice',
  'editNote',
  'editPlate',
  'editRfid',
  'cancel',
] as const
export type ReservationAction = (typeof reservationActions)[number]

export interface ReservationFacts {
  readonly state: ReservationState
  readonly start: Date
  readonly end: Date
  /** Latest booking in minutes before the start, as it was bought. */
  readonly prebookMinMinutes: number
  /** Another reservation continues this one. */
  readonly followed: boolean
  readonly guestTicketAllowed: boolean
}

export type ReservationRefusal =
  | 'reservation-not-reserved'
  | 'reservation-over'
  | 'reservation-extended'
  | 'reservation-not-begun'
  | 'eticket-not-allowed'

/** From so long before its start a reservation opens doors, where nobody can book that time any more; ms. */
export const opensBeforeMs = 15 * 60_000

/** From when on a reservation opens (rule C-20): 15 minutes before its start where nobody can book that time any more, else its start. */
export function opensAt({ start, prebookMinMinutes }: Pick<ReservationFacts, 'start' | 'prebookMinMinutes'>): Date {
  return prebookMinMinutes * 60_000 >= opensBeforeMs ? new Date(start.getTime() - opensBeforeMs) : start
}

/** Why an action cannot be done with a reservation now, or null when it can. The first rule that speaks against it. */
export function reservationRefusal(
  action: ReservationAction,
  facts: ReservationFacts,
  now: Date,
): ReservationRefusal | null {
  if (facts.state !== 'RESERVED') return 'reservation-not-reserved'
  if (now >= facts.end) return 'reservation-over'
  if (action === 'open' && now < opensAt(facts)) return 'reservation-not-begun'
  if (action === 'share' && !facts.guestTicketAllowed) return 'eticket-not-allowed'
  if (facts.followed && (action === 'extend' || action === 'cancel' || action === 'changeDevice'))
    return 'reservation-extended'
  return null
}

/** A hold counts while its time runs, whatever any job has done. */
export function holdLives(state: ReservationState, heldUntil: Date | null, now: Date): boolean {
  return state === 'CREATED' && heldUntil !== null && now < heldUntil
}

/** Facts of a reservation and the rules that its machine uses as guards. Pure: time is an argument. */
export const reservationStates = ['CREATED', 'RESERVED', 'CANCELED', 'STORNO'] as const
/**
 * State of the row. CREATED: a hold; CANCELED: a hold that was abandoned or has expired; RESERVED: booked; STORNO:
 * cancelled after booking.
 */
export type ReservationState = (typeof reservationStates)[number]

const minuteMs = 60_000
/** Length of a hold while booking, and of one for a card payment; ms. */
export const holdMs = 2 * minuteMs
export const paymentHoldMs = 10 * minuteMs
/** Time after the end of a payment hold at which it expires, whatever the provider says; ms. */
export const paymentGraceMs = 2 * minuteMs
/** Maximum number of card payments for one hold, so that nobody blocks a place by endless tries. */
export const maxPaymentTries = 3
/** Maximum age of a start that a late payment still books: later the payer has gone elsewhere; ms. */
const maxLateMs = 15 * minuteMs
/** Time before its start at which a reservation opens, if nobody can book that time any more; ms. */
export const opensBeforeMs = 15 * minuteMs

/** Facts that decide about opening. */
export interface OpeningFacts {
  readonly state: ReservationState
  readonly start: Date
  readonly end: Date
  /** Latest booking in minutes before the start, as bought. */
  readonly prebookMinMinutes: number
  /** End of the grace period of a place that is still occupied (rule O-2); null = none. */
  readonly graceUntil?: Date | null
  /** Somebody else's reservation of the device is running. */
  readonly othersRun?: boolean
  /** The person is blocked in the zone of the booking. */
  readonly blocked?: boolean
}

/** A row with its related facts; absent ones do not exist. */
export interface ReservationFacts extends OpeningFacts {
  readonly holdKind?: 'choosing' | 'payment' | null
  readonly heldUntil?: Date | null
  readonly timedOut?: boolean
  /** Continues another reservation. */
  readonly followUp?: boolean
  /** Is continued by another reservation. */
  readonly followed?: boolean
  readonly guestTicketAllowed?: boolean
}

/**
 * Returns when a reservation starts to open (rule C-20): 15 minutes before its start if nobody can book that time any
 * more, otherwise at its start.
 */
export function opensAt({ start, prebookMinMinutes }: Pick<OpeningFacts, 'start' | 'prebookMinMinutes'>): Date {
  return prebookMinMinutes * minuteMs >= opensBeforeMs ? new Date(start.getTime() - opensBeforeMs) : start
}

/** Returns when the right of a reservation ends: at its end, or with its grace period. */
export function rightEnds({ end, graceUntil = null }: Pick<OpeningFacts, 'end' | 'graceUntil'>): Date {
  return graceUntil !== null && graceUntil > end ? graceUntil : end
}

/** Rules of opening, in the order of the refusals (rule C-20). */
export const openingRules = {
  'reservation-not-reserved': ({ state }) => state === 'RESERVED',
  'reservation-over': (facts, now) => now < rightEnds(facts),
  'reservation-not-begun': (facts, now) => now >= opensAt(facts) && !(now < facts.start && facts.othersRun === true),
  'user-blocked': ({ blocked }) => blocked !== true,
} as const satisfies Readonly<Record<string, (facts: OpeningFacts, now: Date) => boolean>>

/** Returns whether a hold is still running. */
export function holdRuns({ heldUntil = null }: Pick<ReservationFacts, 'heldUntil'>, now: Date): boolean {
  return heldUntil !== null && now < heldUntil
}

/** Returns whether a payment hold is over, whatever its provider says. */
export function paymentGraceIsOver({ heldUntil = null }: Pick<ReservationFacts, 'heldUntil'>, now: Date): boolean {
  return heldUntil === null || now.getTime() >= heldUntil.getTime() + paymentGraceMs
}

/** Returns whether money that arrives after the hold may still book the same stay. */
export function mayBeLate({ start }: Pick<ReservationFacts, 'start'>, now: Date): boolean {
  return now.getTime() < start.getTime() + maxLateMs
}

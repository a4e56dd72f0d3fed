/** What the life of a reservation is judged by: its facts, and the rules that its machine has as guards. Pure: time is an argument. */
export const reservationStates = ['CREATED', 'RESERVED', 'CANCELED', 'STORNO'] as const
/** As the row has it. CREATED is a hold; CANCELED a hold that was given up or timed out; RESERVED booked; STORNO cancelled after booking. */
export type ReservationState = (typeof reservationStates)[number]

const minuteMs = 60_000
/** How long a place is held while booking, and how long a card payment may hold it; ms. */
export const holdMs = 2 * minuteMs
export const paymentHoldMs = 10 * minuteMs
/** The provider is asked before a payment hold is released; so long after its end it expires whatever the provider says; ms. */
export const paymentGraceMs = 2 * minuteMs
/** Card payments that may be tried for one hold: nobody keeps a place for ever by trying. */
export const maxPaymentTries = 3
/** A stay that began longer ago than this is not booked again by a late payment: its payer has gone elsewhere; ms. */
const maxLateMs = 15 * minuteMs
/** How long before its start a reservation opens doors, where nobody can book that time any more; ms. */
export const opensBeforeMs = 15 * minuteMs

/** What opening is judged by. */
export interface OpeningFacts {
  readonly state: ReservationState
  readonly start: Date
  readonly end: Date
  /** Latest booking in minutes before the start, as it was bought. */
  readonly prebookMinMinutes: number
  /** Until when what it still occupies after its end may be opened (rule O-2); null = it does not. */
  readonly graceUntil?: Date | null
  /** Somebody else's reservation of the device runs at this moment. */
  readonly othersRun?: boolean
  /** Its person is blocked in the zone in which it was booked. */
  readonly blocked?: boolean
}

/** A row and what belongs to it; what is left out is none. */
export interface ReservationFacts extends OpeningFacts {
  readonly holdKind?: 'choosing' | 'payment' | null
  readonly heldUntil?: Date | null
  readonly timedOut?: boolean
  /** It continues another reservation. */
  readonly followUp?: boolean
  /** Another reservation continues it. */
  readonly followed?: boolean
  readonly guestTicketAllowed?: boolean
}

/** From when on a reservation opens (rule C-20): 15 minutes before its start where nobody can book that time any more, else its start. */
export function opensAt({ start, prebookMinMinutes }: Pick<OpeningFacts, 'start' | 'prebookMinMinutes'>): Date {
  return prebookMinMinutes * minuteMs >= opensBeforeMs ? new Date(start.getTime() - opensBeforeMs) : start
}

/** When the right of a reservation ends: at its end, or with the grace of what it still occupies. */
export function rightEnds({ end, graceUntil = null }: Pick<OpeningFacts, 'end' | 'graceUntil'>): Date {
  return graceUntil !== null && graceUntil > end ? graceUntil : end
}

/** What opening asks of a reservation, in the order in which it refuses (rule C-20). */
export const openingRules = {
  'reservation-not-reserved': ({ state }) => state === 'RESERVED',
  'reservation-over': (facts, now) => now < rightEnds(facts),
  'reservation-not-begun': (facts, now) => now >= opensAt(facts) && !(now < facts.start && facts.othersRun === true),
  'user-blocked': ({ blocked }) => blocked !== true,
} as const satisfies Readonly<Record<string, (facts: OpeningFacts, now: Date) => boolean>>

/** Whether the time of a hold runs. */
export function holdRuns({ heldUntil = null }: Pick<ReservationFacts, 'heldUntil'>, now: Date): boolean {
  return heldUntil !== null && now < heldUntil
}

/** Whether a payment hold is over whatever its provider says. */
export function paymentGraceIsOver({ heldUntil = null }: Pick<ReservationFacts, 'heldUntil'>, now: Date): boolean {
  return heldUntil === null || now.getTime() >= heldUntil.getTime() + paymentGraceMs
}

/** Whether money that comes after the hold may still book the same stay again. */
export function mayBeLate({ start }: Pick<ReservationFacts, 'start'>, now: Date): boolean {
  return now.getTime() < start.getTime() + maxLateMs
}

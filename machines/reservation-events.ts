/** Phases, events and refusals of a reservation as plain data, for its machine. */
export const reservationPhases = [
  'choosing',
  'expired',
  'paying',
  'overdue',
  'future',
  'open',
  'running',
  'grace',
  'over',
  'cancelled',
  'timedOut',
  'abandoned',
] as const
export type ReservationPhase = (typeof reservationPhases)[number]

/** Refusals of each verb. */
export const reservationRefusals = {
  AMEND: ['hold-expired', 'reservation-state'],
  FINALIZE: ['hold-expired', 'reservation-state', 'payment-pending'],
  PAY: ['reservation-state', 'hold-expired', 'payment-pending'],
  PAID: ['reservation-state', 'hold-expired'],
  UNPAID: ['reservation-state'],
  BOOK_AGAIN: ['reservation-state', 'hold-expired'],
  ABANDON: ['reservation-state', 'hold-expired', 'payment-pending'],
  EXPIRE: ['reservation-state', 'place-held'],
  CANCEL: ['reservation-not-reserved', 'reservation-over', 'reservation-extended'],
  CHANGE_DEVICE: ['reservation-not-reserved', 'reservation-over', 'reservation-extended'],
  REBOOK: ['reservation-not-reserved', 'reservation-over'],
  EXTEND: ['reservation-not-reserved', 'reservation-over', 'reservation-extended'],
  SHARE: ['reservation-not-reserved', 'reservation-over', 'eticket-not-allowed'],
  SHARE_SUMMARY: ['reservation-not-reserved', 'reservation-over'],
  EDIT: ['reservation-not-reserved', 'reservation-over'],
  ALLOW_AUTOMATIC: ['reservation-not-reserved', 'reservation-over'],
  REPAIR_REFUND: ['refund-not-missing'],
  OPEN: ['reservation-not-reserved', 'reservation-over', 'reservation-not-begun', 'user-blocked'],
  OVERSTAY: ['reservation-not-reserved', 'reservation-state'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ReservationVerb = keyof typeof reservationRefusals
export type ReservationRefusal<V extends ReservationVerb = ReservationVerb> = (typeof reservationRefusals)[V][number]

/** Verbs without parameters. */
export type PlainVerb = Exclude<ReservationVerb, 'UNPAID' | 'OVERSTAY'>
export type ReservationEvent =
  | { readonly type: 'CLOCK'; readonly now: Date }
  /**
   * The card was not charged. `tries` = payments of this hold so far; `holdsOther` = the person holds another place
   * meanwhile.
   */
  | { readonly type: 'UNPAID'; readonly tries: number; readonly holdsOther: boolean }
  /** The place was not left at the end. */
  | { readonly type: 'OVERSTAY'; readonly until: Date }
  | { readonly type: PlainVerb }

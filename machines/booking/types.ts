/**
 * Input of the booking rules. Times are instants (Date); days and windows are those of the site's IANA time zone.
 * Nothing here reads a clock: `now` is always an argument. Rule numbers: docs/rules.md, B and P.
 */

/** A stage of a tariff: a stay of up to `untilMinutes` costs `priceCents` as a whole. Stages ascend in both. */
export interface TariffStage {
  readonly untilMinutes: number
  readonly priceCents: number
}

/** An access time, as far as booking needs it. -1 = unlimited. Dates are 'YYYY-MM-DD', times of day 'HH:MM'. */
export interface AccessTime {
  readonly id: number
  readonly mode: 'public' | 'private'
  /**
   * Whether this person may use it: a public one unless an e-mail whitelist excludes the person, a private one by code,
   * enrolment or whitelist.
   */
  readonly permitted: boolean
  /** Empty = every type. */
  readonly deviceTypeIds: readonly number[]
  readonly startsOn: string
  /** Last day, inclusive; null = no end. */
  readonly endsOn: string | null
  readonly fullDay: boolean
  /** Daily window, null if fullDay. Until at or before from runs over midnight. */
  readonly dailyFrom: string | null
  readonly dailyUntil: string | null
  readonly singleDay: boolean
  readonly slotMinutes: number
  readonly minDurationMinutes: number
  readonly maxDurationMinutes: number
  /** Minimum minutes between booking and start. */
  readonly prebookMinMinutes: number
  /** Maximum minutes between booking and start; -1 = any time. */
  readonly prebookMaxMinutes: number
  /** Full refund until this many minutes before the start, half after it; 0 = full until the start. */
  readonly refundUntilMinutes: number
  readonly licencePlateMandatory: boolean
  /** Whether the company may take money (product PAYMENT). */
  readonly paymentSold: boolean
  /** Empty = free of charge. */
  readonly stages: readonly TariffStage[]
}

/** Requested span, half-open [start, end), for a type of device. */
export interface BookingRequest {
  readonly start: Date
  readonly end: Date
  readonly deviceTypeId: number
  /** Null or blank = none. Checked only at `finalize`. */
  readonly licencePlate: string | null
}

/**
 * Where and when the rules apply. `stage` 'finalize' also checks details that are typed while the place is held (the
 * plate).
 */
export interface Circumstances {
  readonly now: Date
  /** IANA zone of the site. */
  readonly timeZone: string
  readonly stage: 'hold' | 'finalize'
}

export const bookingCodes = [
  'start-in-past',
  'start-after-end',
  'duration-zero',
  'no-access-time',
  'not-permitted-then',
  'outside-access-time',
  'not-same-day',
  'duration-too-short',
  'duration-too-long',
  'slot-mismatch',
  'prebook-too-late',
  'prebook-too-early',
  'payment-not-offered',
  'licence-plate-required',
] as const
export type BookingCode = (typeof bookingCodes)[number]

/** Why a request is refused: the contract's code, the field it belongs to, and the parameters of its text. */
export interface BookingRefusal {
  readonly code: BookingCode
  readonly field: 'start' | 'end' | 'deviceTypeId' | 'licencePlate'
  readonly params: Readonly<Record<string, string | number>>
}

/** An alternative for the person: another span that passes. `kind` says what changed, `minutes` by how much. */
export interface Fix {
  readonly kind: 'later' | 'earlier' | 'shorter' | 'longer'
  readonly minutes: number
  readonly start: Date
  readonly end: Date
}

/** An access time that permits the request, with its price for this span. */
export interface Match {
  readonly accessTimeId: number
  readonly priceCents: number
}

/**
 * Refund when cancelling: everything until `fullUntil`, half until the start, then nothing. Null = that time is over or
 * never existed.
 */
export interface RefundTerms {
  readonly fullUntil: Date | null
  readonly fullCents: number
  readonly halfUntil: Date | null
  readonly halfCents: number
}

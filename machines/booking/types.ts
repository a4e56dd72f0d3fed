/**
 * What the booking rules judge. Times are instants (Date); days and windows are judged in the site's IANA time zone. Nothing here reads a
 * clock: `now` is always an argument. Numbers of rules: docs/rules.md, B and P.
 */

/** A stage of a tariff: a stay of up to `untilMinutes` costs `priceCents` as a whole. Stages ascend in both. */
export interface TariffStage {
  readonly untilMinutes: number
  readonly priceCents: number
}

/** An event (access time) as far as booking asks. -1 = unlimited. Dates are 'YYYY-MM-DD', times of day 'HH:MM'. */
export interface AccessTime {
  readonly id: number
  readonly mode: 'public' | 'private'
  /** Whether this person may use it: public ones everybody whom no e-mail whitelist leaves out; private ones by code, enrolment or whitelist. */
  readonly permitted: boolean
  /** Empty = every type. */
  readonly deviceTypeIds: readonly number[]
  readonly startsOn: string
  /** The last day, inclusive; null = no end. */
  readonly endsOn: string | null
  readonly fullDay: boolean
  /** Daily window, null when fullDay. Until at or before from runs over midnight. */
  readonly dailyFrom: string | null
  readonly dailyUntil: string | null
  readonly singleDay: boolean
  readonly slotMinutes: number
  readonly minDurationMinutes: number
  readonly maxDurationMinutes: number
  /** Must be booked at least so many minutes before the start. */
  readonly prebookMinMinutes: number
  /** May be booked at most so many minutes before the start; -1 = any time. */
  readonly prebookMaxMinutes: number
  /** Full refund until so many minutes before the start, half after it; 0 = full until the start. */
  readonly refundUntilMinutes: number
  readonly licencePlateMandatory: boolean
  /** Empty = free of charge. */
  readonly stages: readonly TariffStage[]
}

/** The span that somebody wants, half-open [start, end), for a type of device. */
export interface Wish {
  readonly start: Date
  readonly end: Date
  readonly deviceTypeId: number
  /** Null or blank = none given. Only judged at `finalize`. */
  readonly licencePlate: string | null
}

/** Where and when it is judged. `stage` 'finalize' also judges what is only typed after the place is held (the plate). */
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
  'licence-plate-required',
] as const
export type BookingCode = (typeof bookingCodes)[number]

/** Why a wish is refused: the code of the contract, the field it belongs to, and what its text needs. */
export interface BookingRefusal {
  readonly code: BookingCode
  readonly field: 'start' | 'end' | 'deviceTypeId' | 'licencePlate'
  readonly params: Readonly<Record<string, string | number>>
}

/** What a person may do instead: another span that passes. `kind` says what changed, `minutes` by how much. */
export interface Fix {
  readonly kind: 'later' | 'earlier' | 'shorter' | 'longer'
  readonly minutes: number
  readonly start: Date
  readonly end: Date
}

/** An access time that lets the wish pass, with its price for this span. */
export interface Match {
  readonly accessTimeId: number
  readonly priceCents: number
}

/** What cancelling brings back: until `fullUntil` all of it, until the start half of it, then nothing. Null = that time is over or never was. */
export interface RefundTerms {
  readonly fullUntil: Date | null
  readonly fullCents: number
  readonly halfUntil: Date | null
  readonly halfCents: number
}

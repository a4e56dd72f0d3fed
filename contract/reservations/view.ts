import * as z from 'zod'
import { reservationStates } from '../../machines/reservation-rules.ts'

/** Views of bookings that several calls share. Times are ISO strings (UTC, ms); money is in integer euro cents. */
const id = z.number().int()
const time = z.string()
const cents = z.number().int()
const text = z.string().nullable()
/** A name given by an operator: `name` in English, `names` by language. */
const translated = { name: z.string(), names: z.record(z.string(), z.string()) }

export const paymentMethods = ['free', 'credit', 'card', 'cost-center'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A device as a booker sees it: name, type, path and access methods. */
export const bookedDevice = z.object({
  id,
  name: z.string(),
  type: z.object({ id, ...translated, icon: text }),
  pathNumber: z.number().int(),
  pathName: text,
  pathIcon: text,
  sequenceNumber: z.number().int(),
  /** close, open, pin, qr, licensePlate, rfidToken */
  access: z.array(z.string()),
})
export type BookedDevice = z.infer<typeof bookedDevice>

export const bookedSite = z.object({
  id,
  name: z.string(),
  timeZone: z.string(),
  address: text,
  zip: text,
  city: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  directions: text,
  supportInfo: text,
})

/** The rules of the access time as bought; later changes of the access time have no effect. */
export const boughtRules = z.object({
  refundUntilMinutes: z.number().int(),
  licencePlateMandatory: z.boolean(),
  guestTicketAllowed: z.boolean(),
  smsEnabled: z.boolean(),
  gpsEnabled: z.boolean(),
  lprEnabled: z.boolean(),
  slotMinutes: z.number().int(),
  /** Latest booking in minutes before the start: if 15 or more, it opens 15 minutes early. */
  prebookMinMinutes: z.number().int(),
  entryLimit: z.number().int(),
  exitLimit: z.number().int(),
  graceMinutes: z.number().int(),
})
export type BoughtRules = z.infer<typeof boughtRules>

/** A shared link; its address was returned once and is not stored. */
export const shareView = z.object({
  id,
  kind: z.enum(['eticket', 'summary', 'remote']),
  createdAt: time,
  expiresAt: time,
  uses: z.number().int(),
})

export const paymentView = z.object({
  id: z.string(),
  purpose: z.enum(['top-up', 'reservation']),
  state: z.enum(['pending', 'succeeded', 'failed', 'canceled', 'expired']),
  amountCents: cents,
  refundedCents: cents,
  reservationId: id.nullable(),
  /** Where to pay while it is pending. */
  url: text,
  expiresAt: time.nullable(),
  failure: text,
  /** Result of a payment for a reservation: the place, another one, or a refund. */
  outcome: z.enum(['reserved', 'moved', 'refunded', 'credited']).nullable(),
})
export type PaymentView = z.infer<typeof paymentView>

const common = {
  id,
  apiId: z.string(),
  number: z.number().int(),
  state: z.enum(reservationStates),
  start: time,
  end: time,
  site: bookedSite,
  zone: z.object({ id, name: z.string() }).nullable(),
  device: bookedDevice,
  /** Companions: mandatory and optional devices, which share its life. */
  children: z.array(bookedDevice.extend({ reservationId: id, mandatory: z.boolean() })),
  event: z.object({ id, ...translated }).nullable(),
  licencePlate: text,
  note: text,
  rfidToken: text,
  useAutomaticAccess: z.boolean(),
  rememberAcceptDocumentsDecision: z.boolean(),
  siteFromSearchResults: id.nullable(),
  timePeriodIndex: z.number().int(),
  /** While it is held: the reason and the end. */
  hold: z.object({ kind: z.enum(['choosing', 'payment']), until: time }).nullable(),
  timedOut: z.boolean(),
  endReason: text,
  priceCents: cents,
  netCents: cents,
  taxCents: cents,
  taxRatePercent: z.number(),
  paymentMethod: z.enum(paymentMethods).nullable(),
  costCenter: z.object({ id, number: z.string(), name: z.string() }).nullable(),
  paidCents: cents,
  refundedCents: cents,
  rules: boughtRules,
  /** The reservation that this one extends, and the one that extends it. */
  follows: z.object({ id, number: z.number().int() }).nullable(),
  followedBy: z.object({ id, number: z.number().int(), end: time, deviceId: id }).nullable(),
  maintenance: z.array(z.object({ id, reason: z.string(), start: time, end: time.nullable() })),
  /**
   * What displaces it, without another place: while there is any, cancelling refunds `refundCents` of
   * machines/booking/refund.ts.
   */
  displacements: z.array(
    z.object({
      by: z.enum(['maintenance', 'overstay']),
      /** Shown to users. */
      reason: text,
      from: time,
      until: time.nullable(),
      /** pending = in progress; lost-access = it was running. */
      state: z.enum(['pending', 'not-moved', 'lost-access']),
      /** Until when another place is searched. */
      triesUntil: time.nullable(),
    }),
  ),
  /**
   * Its place was still occupied at the end: end of the grace period, and end of the overstay. What is not charged is
   * owed.
   */
  overstay: z
    .object({ beganAt: time, until: time, endedAt: time.nullable(), priceCents: cents, chargedCents: cents })
    .nullable(),
  managedBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: time,
  reservedAt: time.nullable(),
  endedAt: time.nullable(),
}

/** A reservation as its owner sees it. */
export const reservationView = z.object({
  ...common,
  pin: text,
  shares: z.array(shareView),
  payment: paymentView.nullable(),
})
export type ReservationView = z.infer<typeof reservationView>

/** The same as its operators see it: with the person, without credentials. */
export const bookingView = z.object({
  ...common,
  user: z.object({ id, name: z.string(), email: z.string(), blocked: z.boolean() }).nullable(),
})
export type BookingView = z.infer<typeof bookingView>
/** Fields common to the views of owner and operators. */
export type BookedView = Omit<ReservationView, 'pin' | 'shares' | 'payment'>

/**
 * A device's claimed span, for everybody who may book there. `held` counts only until heldUntil: screens let it expire
 * by the clock. Ended claims are pushed once as 'free'.
 */
export const claimView = z.object({
  id,
  siteId: id,
  deviceId: id,
  start: time,
  end: time,
  state: z.enum(['held', 'taken', 'free']),
  heldUntil: time.nullable(),
})
export type ClaimView = z.infer<typeof claimView>

/** One ledger line as its owner sees it: a negative amountCents left the account. */
export const transactionView = z.object({
  id,
  kind: z.enum(['top-up', 'booking', 'extension', 'refund', 'payout', 'correction']),
  at: time,
  amountCents: cents,
  paymentMethod: z.enum(['credit', 'card', 'cost-center']).nullable(),
  reservationId: id.nullable(),
  reservationNumber: z.number().int().nullable(),
  description: text,
})
export type TransactionView = z.infer<typeof transactionView>

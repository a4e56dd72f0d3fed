import * as z from 'zod'
import { bookingCodes } from '../../machines/booking/types.ts'
import { reservationRefusals } from '../../machines/reservation-events.ts'
import { bookers } from '../features.ts'
import { ids, optionalPlate } from '../fields.ts'
import { command, query, watch } from '../kit.ts'
import { shownPicture } from '../media.ts'
import { bookedDevice, bookedSite, paymentMethods, paymentView, reservationView } from './view.ts'

/* From the search to the finished booking. */
const id = z.number().int().positive()
const moment = z.iso.datetime()
const cents = z.number().int()
const translated = { name: z.string(), names: z.record(z.string(), z.string()) }

/** Why a place or site cannot be booked for the span: the code with its params, and the nearest fix. */
export const fixView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['later', 'earlier', 'shorter', 'longer']),
    minutes: z.number().int(),
    start: z.string(),
    end: z.string(),
  }),
  z.object({ kind: z.literal('site'), siteId: z.number().int(), name: z.string(), distanceM: z.number().nullable() }),
  z.object({ kind: z.literal('device'), deviceId: z.number().int(), name: z.string() }),
])
export type FixView = z.infer<typeof fixView>

/** Refusals besides those of access times; only the server can decide them. */
export const placeCodes = [
  ...bookingCodes,
  'place-held',
  'place-taken',
  'no-free-place',
  'maintenance-then',
  'device-undefined',
  'device-unreachable',
  'device-not-ready',
  'place-occupied',
  'user-blocked',
  'site-private',
] as const
export type PlaceCode = (typeof placeCodes)[number]
export const whyNot = z.object({
  code: z.enum(placeCodes),
  field: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type WhyNot = z.infer<typeof whyNot>

/** Who blocked the person in a zone, and the contact (ACC-11). */
export const blockView = z.object({
  zone: z.object({ id: z.number().int(), name: z.string() }),
  by: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  reason: z.string(),
  at: z.string(),
})
export type BlockView = z.infer<typeof blockView>

export const siteHit = z.object({
  id: z.number().int(),
  name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timeZone: z.string(),
  /** Distance from the searched position, metres. */
  distanceM: z.number().nullable(),
  private: z.boolean(),
  /** The main picture of the site, otherwise of its location. */
  picture: shownPicture.nullable(),
  /** Counts by type of device that can be booked alone: maximum = free + occupied. */
  types: z.array(
    z.object({
      id: z.number().int(),
      ...translated,
      icon: z.string().nullable(),
      maximum: z.number().int(),
      free: z.number().int(),
      occupied: z.number().int(),
      fromCents: cents.nullable(),
    }),
  ),
  maximum: z.number().int(),
  free: z.number().int(),
  occupied: z.number().int(),
  /** Price of the cheapest free place for this span; null = none is free. */
  fromCents: cents.nullable(),
  refusal: whyNot.nullable(),
  fix: fixView.nullable(),
  blocked: blockView.nullable(),
})
export type SiteHit = z.infer<typeof siteHit>

const span = { start: moment, end: moment }

/**
 * Sites with free, occupied and maximum counts for a span. Signed out: sites of zones readable without login. `near` or `query` (a place or a
 * site's name or address) sort by distance. siteId 0 = all. GET /availability.
 */
export const search = query({
  name: 'reservations.search',
  access: 'public',
  input: z.strictObject({
    ...span,
    siteId: z.number().int().min(0).default(0),
    deviceTypeId: id.optional(),
    /** Only sites of this zone. */
    zoneId: id.optional(),
    query: z.string().trim().max(255).default(''),
    near: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
    limit: z.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({ now: z.string(), sites: z.array(siteHit), recordCount: z.number().int() }),
  limit: { points: 60, seconds: 10 },
})

/** The terms of booking a place for the span, under the best access time that permits it. */
export const offerView = z.object({
  event: z.object({ id: z.number().int(), ...translated }),
  priceCents: cents,
  netCents: cents,
  taxCents: cents,
  taxRatePercent: z.number(),
  refundUntilMinutes: z.number().int(),
  licencePlateMandatory: z.boolean(),
  guestTicketAllowed: z.boolean(),
  smsEnabled: z.boolean(),
  gpsEnabled: z.boolean(),
  lprEnabled: z.boolean(),
})
export type OfferView = z.infer<typeof offerView>

export const placeView = z.object({
  device: bookedDevice,
  /** Millimetres from the upper left corner of the site's plan. */
  position: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
  state: z.enum(['free', 'held', 'taken', 'unavailable']),
  refusal: whyNot.nullable(),
  fix: fixView.nullable(),
  offer: offerView.nullable(),
})
export type PlaceView = z.infer<typeof placeView>

/**
 * Every place of a site for a span: free, or the rule that fails and the nearest fix; companions; documents to accept.
 */
export const places = query({
  name: 'reservations.places',
  access: 'public',
  input: z.strictObject({ siteId: id, ...span }),
  reply: z.object({
    now: z.string(),
    site: bookedSite.extend({
      description: z.string().nullable(),
      private: z.boolean(),
      pictures: z.array(shownPicture),
    }),
    places: z.array(placeView),
    /** Optional devices, with their availability, and mandatory ones. */
    optional: z.array(z.object({ device: bookedDevice, state: z.enum(['free', 'held', 'taken', 'unavailable']) })),
    mandatory: z.array(bookedDevice),
    blocked: blockView.nullable(),
  }),
  refusals: ['site-invalid', 'site-private'],
  limit: { points: 60, seconds: 10 },
})

/** Claimed spans at the sites at which the caller may book, live: places that are taken meanwhile disappear. */
export const claims = watch({
  name: 'reservations.claims',
  access: [...bookers, 'BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'],
  input: z.strictObject({ siteId: id.optional(), ...span }),
  kinds: ['claim'],
})

/** Details that the booker types while the place is held (HOLD-4). */
const typed = {
  note: z.string().trim().max(255).nullable(),
  licencePlate: optionalPlate,
  rfidToken: z.string().trim().max(255).nullable(),
  rememberAcceptDocumentsDecision: z.boolean(),
  useAutomaticAccess: z.boolean(),
  timePeriodIndex: z.number().int().min(0).max(10_000),
}

/** Refusals common to all claims of time. */
export const claimRefusals = [
  ...placeCodes,
  'fields-missing',
  'site-invalid',
  'device-not-bookable',
  'option-not-available',
] as const

/**
 * Holds a place for two minutes while booking. Without deviceId any free place of deviceTypeId (or of the site). The
 * same request of the same person returns the existing hold; another request replaces it. Missing site or times:
 * fields-missing.
 */
export const hold = command({
  name: 'reservations.hold',
  access: bookers,
  input: z.strictObject({
    siteId: id.nullable().default(null),
    start: moment.nullable().default(null),
    end: moment.nullable().default(null),
    deviceId: id.optional(),
    deviceTypeId: id.optional(),
    optionalDeviceIds: ids(20).default([]),
    siteFromSearchResults: id.nullable().default(null),
    ...z.object(typed).partial().shape,
  }),
  reply: z.object({ reservation: reservationView, found: z.boolean() }),
  refusals: claimRefusals,
})

/** Stores the typed details; the remaining time does not change. */
export const amend = command({
  name: 'reservations.amend',
  access: bookers,
  input: z.strictObject({
    reservationId: id,
    ...z.object(typed).partial().shape,
    optionalDeviceIds: ids(20).optional(),
  }),
  reply: z.object({ reservation: reservationView }),
  refusals: [...reservationRefusals.AMEND, 'option-not-available', 'place-taken', 'place-held'],
})

/** Abandons the hold at once: CANCELED. No error if the hold is over already. */
export const abandon = command({
  name: 'reservations.abandon',
  access: bookers,
  input: z.strictObject({ reservationId: id }),
  reply: z.object({ abandoned: z.boolean() }),
  refusals: ['reservation-state', 'payment-pending'],
})

/** The payment method. `priceCents` is the price that the person saw: another price is refused, never charged. */
export const payment = {
  paymentMethod: z.enum(paymentMethods),
  costCenterId: id.nullable().default(null),
  priceCents: z.number().int().min(0),
}
export const paymentRefusals = [
  'payment-not-offered',
  'price-changed',
  'payment-method-not-allowed',
  'insufficient-credit',
  'cost-center-not-allowed',
  'payment-provider-unavailable',
  'too-many-payments',
] as const

/**
 * Books the held place. With a card the place is held for the payment (at most 10 minutes), and `payment.url` is the
 * payment page.
 */
export const finalize = command({
  name: 'reservations.finalize',
  access: bookers,
  input: z.strictObject({ reservationId: id, ...payment, acceptedDocumentIds: ids(100).default([]) }),
  reply: z.object({ reservation: reservationView, payment: paymentView.nullable() }),
  refusals: [...placeCodes, ...reservationRefusals.FINALIZE, 'documents-not-accepted', ...paymentRefusals],
})

import * as z from 'zod'
import { optionalPlate } from './fields.ts'
import { paymentMethods } from './reservations/view.ts'

const moment = z.iso.datetime()
const cents = z.number().int()
const text = z.string().nullable()

/**
 * What the holder of an eTicket sees: site, device, start and end. These are all fields: nothing about the booker, no
 * price, no note, no plate, no PIN. GET /reservation-summaries/:token returns exactly these as JSON:API resources.
 */
export const guestReservation = z.strictObject({
  number: z.number().int(),
  state: z.literal('RESERVED'),
  start: moment,
  end: moment,
})
/** What the holder of a remote reservation sees in addition: the details that they may fill in. */
export const remoteReservation = guestReservation.extend({
  note: text,
  licencePlate: text,
  rfidToken: text,
  /** The plate may be changed, but not emptied. */
  licencePlateMandatory: z.boolean(),
})
/** What a summary link shows in addition: the payments. Nothing that opens doors. */
export const billedReservation = guestReservation.extend({
  priceCents: cents,
  netCents: cents,
  taxCents: cents,
  taxRatePercent: z.number(),
  paymentMethod: z.enum(paymentMethods).nullable(),
  paidCents: cents,
  refundedCents: cents,
})
/** `supportInfo`: whom to call when the device does not open. */
export const guestSite = z.strictObject({ name: z.string(), directions: text, timeZone: z.string(), supportInfo: text })
export const guestLocation = z.strictObject({
  address: text,
  zip: text,
  city: text,
  country: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
/** `deviceType` in the caller's language; pathNumber -1 = on every path; devices are in ascending sequenceNumber. */
export const guestDevice = z.strictObject({
  name: z.string(),
  deviceType: z.string(),
  pathNumber: z.number().int(),
  pathName: text,
  sequenceNumber: z.number().int(),
})
export const guestEvent = z.strictObject({ name: z.string() })
/** `end` null = until further notice. */
export const guestMaintenance = z.strictObject({ reason: z.string(), start: moment, end: moment.nullable() })

export const guestDeviceType = z.strictObject({ name: z.string(), icon: text })
/** `attributes`: close, open, pin, qr, licensePlate, rfidToken. */
export const guestAccessMethod = z.strictObject({
  name: z.string(),
  description: text,
  icon: text,
  attributes: z.array(z.string()),
})
export const guestMedia = z.strictObject({ fileName: z.string(), contentType: z.string(), bytes: z.number().int() })
/** `direction`: entrance or exit. */
export const guestBarrier = z.strictObject({
  description: z.string(),
  direction: z.enum(['entrance', 'exit']),
  pathNumber: z.number().int(),
})
export const sharedZone = z.strictObject({ name: z.string(), supportInfo: text })
export const sharedTenant = z.strictObject({ name: z.string() })
/** A negative amountCents was paid; a positive one was refunded. */
export const sharedTransaction = z.strictObject({ kind: z.string(), at: moment, amountCents: cents })
export const sharedPaymentMethod = z.strictObject({ name: z.enum(paymentMethods) })

const id = z.string()
const one = <T extends string>(type: T) => z.object({ data: z.object({ type: z.literal(type), id }).nullable() })
const many = <T extends string>(type: T) => z.object({ data: z.array(z.object({ type: z.literal(type), id })) })
const maybe = <T extends z.ZodType>(relationships: T) => relationships.optional()
const part = <T extends string, A extends z.ZodType>(type: T, attributes: A) =>
  z.object({ type: z.literal(type), id, attributes })
const forEverybody = [
  z.object({
    type: z.literal('sites'),
    id,
    attributes: guestSite,
    relationships: z.object({
      locations: one('locations'),
      barriers: maybe(many('barriers')),
      media: maybe(many('media')),
      zones: maybe(many('zones')),
    }),
  }),
  part('locations', guestLocation),
  z.object({
    type: z.literal('devices'),
    id,
    attributes: guestDevice,
    relationships: z
      .object({
        deviceTypes: maybe(one('device-types')),
        deviceAccessMethods: maybe(many('device-access-methods')),
        media: maybe(many('media')),
      })
      .optional(),
  }),
  part('events', guestEvent),
  part('maintenance-periods', guestMaintenance),
  part('device-types', guestDeviceType),
  part('device-access-methods', guestAccessMethod),
  part('media', guestMedia),
  part('barriers', guestBarrier),
  z.object({
    type: z.literal('reservations'),
    id,
    attributes: guestReservation,
    relationships: z.object({ devices: many('devices') }),
  }),
] as const
const forHolders = [
  z.object({
    type: z.literal('zones'),
    id,
    attributes: sharedZone,
    relationships: z.object({ tenants: maybe(one('tenants')) }),
  }),
  part('tenants', sharedTenant),
  z.object({
    type: z.literal('transactions'),
    id,
    attributes: sharedTransaction,
    relationships: z.object({ paymentMethods: maybe(one('payment-methods')) }),
  }),
  part('payment-methods', sharedPaymentMethod),
] as const

/** Purposes of links to a reservation. */
export const summaryPurposes = ['eticket', 'summary', 'remote'] as const
export type SummaryPurpose = (typeof summaryPurposes)[number]

const summary = <A extends z.ZodType, I extends z.ZodType>(attributes: A, included: I) =>
  z.object({
    data: z.object({
      type: z.literal('reservations'),
      id,
      attributes,
      relationships: z.object({
        sites: one('sites'),
        devices: many('devices'),
        events: one('events'),
        maintenancePeriods: many('maintenance-periods'),
        childReservations: maybe(many('reservations')),
        transactions: maybe(many('transactions')),
      }),
    }),
    included: z.array(included),
    /** `purpose` of the link, which decides about the attributes. */
    meta: z.object({ now: moment, purpose: z.enum(summaryPurposes) }),
  })

/** The complete document of an eTicket; `meta.now` is the server's time, for comparison with the span. */
export const reservationSummary = summary(guestReservation, z.discriminatedUnion('type', forEverybody))
export type ReservationSummary = z.infer<typeof reservationSummary>

const wide = z.discriminatedUnion('type', [...forEverybody, ...forHolders])
/**
 * The document for the holder of a remote reservation, who may change it: PATCH /remote-reservations/:token, POST
 * /remote-reservations/:token/cancel.
 */
export const remoteSummary = summary(remoteReservation, wide)
/** The document of a summary link. */
export const billedSummary = summary(billedReservation, wide)

/** PATCH /remote-reservations/:token: absent members stay unchanged, null clears them. */
export const remoteEdit = z.strictObject({
  note: z.string().trim().max(255).nullable().optional(),
  licencePlate: optionalPlate.optional(),
  rfidToken: z.string().trim().max(255).nullable().optional(),
})
/** Reply of both calls. */
export const remoteState = z.strictObject({
  state: z.enum(['RESERVED', 'STORNO']),
  note: text,
  licencePlate: text,
  rfidToken: text,
})

/** Form of every token in an address: 32 random bytes as base64url. */
export const tokenForm = /^[A-Za-z0-9_-]{43}$/

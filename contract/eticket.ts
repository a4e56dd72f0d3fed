import * as z from 'zod'

const moment = z.iso.datetime()
const text = z.string().nullable()

/**
 * What the holder of an eTicket is told: where, which device, from when until when. These are all fields there are: nothing of the booker,
 * no price, no note, no plate, no PIN. GET /reservation-summaries/:token answers exactly these as JSON:API resources.
 */
export const guestReservation = z.strictObject({
  number: z.number().int(),
  state: z.literal('RESERVED'),
  start: moment,
  end: moment,
})
export const guestSite = z.strictObject({ name: z.string(), directions: text, timeZone: z.string() })
export const guestLocation = z.strictObject({
  address: text,
  zip: text,
  city: text,
  country: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
/** `deviceType` in the caller's language; pathNumber -1 = on every path; devices stand in ascending sequenceNumber. */
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

const id = z.string()
const one = <T extends string>(type: T) => z.object({ data: z.object({ type: z.literal(type), id }).nullable() })
const many = <T extends string>(type: T) => z.object({ data: z.array(z.object({ type: z.literal(type), id })) })
const included = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sites'),
    id,
    attributes: guestSite,
    relationships: z.object({ locations: one('locations') }),
  }),
  z.object({ type: z.literal('locations'), id, attributes: guestLocation }),
  z.object({ type: z.literal('devices'), id, attributes: guestDevice }),
  z.object({ type: z.literal('events'), id, attributes: guestEvent }),
  z.object({ type: z.literal('maintenance-periods'), id, attributes: guestMaintenance }),
])

/** The whole document; `meta.now` is the server's time, by which the span is judged. */
export const reservationSummary = z.object({
  data: z.object({
    type: z.literal('reservations'),
    id,
    attributes: guestReservation,
    relationships: z.object({
      sites: one('sites'),
      devices: many('devices'),
      events: one('events'),
      maintenancePeriods: many('maintenance-periods'),
    }),
  }),
  included: z.array(included),
  meta: z.object({ now: moment }),
})
export type ReservationSummary = z.infer<typeof reservationSummary>

/** Length and letters of every token of an address: 32 random bytes as base64url. */
export const tokenForm = /^[A-Za-z0-9_-]{43}$/

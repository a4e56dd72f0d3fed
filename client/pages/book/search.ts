import * as z from 'zod'
import type { Unit } from '../../../machines/booking/calendar.ts'

// Copied from machines/booking/calendar.ts: the first load needs the words, not the calendar.
const units = ['hours', 'days', 'weeks', 'months', 'years'] as const satisfies readonly Unit[]

const moment = z.iso.datetime().optional().catch(undefined)
const positive = z.coerce.number().int().positive().optional().catch(undefined)

/**
 * The request in the address, so that a link, a reload and the redirect through the login keep it. Without a start it is now; without an end it is
 * `amount` of `unit` after the start. siteId 0 = all sites. `hold` = the reservation that is being booked.
 */
export const requestSearch = z.object({
  reservationCreatedStartTime: moment,
  reservationCreatedEndTime: moment,
  amount: z.coerce.number().int().min(1).max(999).optional().catch(undefined),
  unit: z.enum(units).optional().catch(undefined),
  siteId: z.coerce.number().int().min(0).optional().catch(undefined),
  type: positive,
  /** Only sites of this zone. */
  zoneId: positive,
  q: z.string().max(255).optional().catch(undefined),
  /** Latitude, longitude and name of a place to search around. */
  at: z.string().max(64).optional().catch(undefined),
  place: z.string().max(255).optional().catch(undefined),
  view: z.enum(['list', 'map']).optional().catch(undefined),
  hold: positive,
})
export type RequestSearch = z.output<typeof requestSearch>

/** The place to search around; null = none, or invalid. */
export function atOf({ at }: Pick<RequestSearch, 'at'>): { latitude: number; longitude: number } | null {
  const [latitude, longitude, more] = (at ?? '').split(',').map(Number)
  if (latitude === undefined || longitude === undefined || more !== undefined) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
export type RequestChange = { [K in keyof RequestSearch]?: RequestSearch[K] | undefined }

/** Where a payment returns to, and where a finished booking is shown. */
export const finalizeSearch = z.object({
  reservationId: positive,
  payment: z.coerce.string().max(64).optional().catch(undefined),
})

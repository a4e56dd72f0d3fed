import * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import { placeRefusal } from '../../machines/booking/place.ts'
import { readDeviceFacts } from '../claims/facts.ts'
import { isPlace } from '../claims/places-of-site.ts'
import { instant } from '../http/parameters.ts'
import type { Reading } from '../kernel/bus/dispatch.ts'
import { refused, refuser } from '../kernel/bus/refuse.ts'
import { shownTo } from './reservation-one.ts'

/** Filters for places that are free in a span; one reservation's claims may be ignored. */
export const availableShape = {
  'filter[available][from]': instant.optional(),
  'filter[available][until]': instant.optional(),
  'filter[available][reservationId]': z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .optional(),
}
const whole = z.object({ 'filter[available][from]': z.string(), 'filter[available][until]': z.string() })

export interface Available {
  readonly start: Date
  readonly end: Date
  readonly reservationId: number | null
}

/** Returns the filter as a span, or null without one. Throws Refused bad-input for half a span, span-empty if it ends at or before its start. */
export function availableOf(given: z.output<z.ZodObject<typeof availableShape>>): Available | null {
  if (Object.values(given).every((value) => value === undefined)) return null
  const parsed = whole.safeParse(given)
  if (!parsed.success) throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, given) })
  const start = new Date(parsed.data['filter[available][from]'])
  const end = new Date(parsed.data['filter[available][until]'])
  if (end <= start) return refuser<'span-empty'>()('span-empty')
  return { start, end, reservationId: given['filter[available][reservationId]'] ?? null }
}

/** Returns ids of a site's places in service, or of those free in a span. The ignored reservation must be the caller's (not-found). */
export async function placeIds(reading: Reading, siteId: number, available: Available | null): Promise<number[]> {
  const { trx, now } = reading
  const except = available?.reservationId ?? null
  if (except !== null) await shownTo(reading, except)
  const span = available ?? { start: now, end: new Date(now.getTime() + 1) }
  const facts = await readDeviceFacts(trx, { siteIds: [siteId] }, span, now, except)
  return facts
    .filter((device) => isPlace(device) && (!available || placeRefusal(device, span.start, now) === null))
    .map(({ deviceId }) => deviceId)
}

import type { ReservationSummary } from '../../../contract/eticket.ts'

type Included = ReservationSummary['included'][number]
type Attributes<T extends Included['type']> = Extract<Included, { type: T }>['attributes']

/** A guest's reservation as the page shows it; times are ISO strings. */
export interface Ticket {
  readonly number: number
  readonly start: string
  readonly end: string
  readonly site: Attributes<'sites'>
  readonly location: Attributes<'locations'> | null
  readonly devices: readonly (Attributes<'devices'> & { id: string })[]
  readonly maintenance: readonly (Attributes<'maintenance-periods'> & { id: string })[]
}

/** What the page asks for beside the reservation. */
export const include = 'devices,sites.locations,maintenancePeriods'

/** Puts a summary's resources together; devices stay in the server's order. Null when the place is missing. */
export function ticketOf({ data, included }: ReservationSummary): Ticket | null {
  const site = included.find((item) => item.type === 'sites')
  if (site === undefined) return null
  return {
    number: data.attributes.number,
    start: data.attributes.start,
    end: data.attributes.end,
    site: site.attributes,
    location: included.find((item) => item.type === 'locations')?.attributes ?? null,
    devices: included.flatMap((item) => (item.type === 'devices' ? [{ id: item.id, ...item.attributes }] : [])),
    maintenance: included.flatMap((item) =>
      item.type === 'maintenance-periods' ? [{ id: item.id, ...item.attributes }] : [],
    ),
  }
}

export type Phase = 'before' | 'during' | 'after'

/** Where `now` (ms) lies in the span [start, end). */
export function phaseOf({ start, end }: Pick<Ticket, 'start' | 'end'>, now: number): Phase {
  if (now < Date.parse(start)) return 'before'
  return now < Date.parse(end) ? 'during' : 'after'
}

/** Lines of a postal address; a street that already names the town is not followed by it again. */
export function addressLines(location: Ticket['location']): string[] {
  if (location === null) return []
  const { address, zip, city } = location
  const town = [zip, city].filter(Boolean).join(' ')
  if (address === null) return town ? [town] : []
  return town && !(city !== null && address.includes(city)) ? [address, town] : [address]
}

/** A map of exactly this spot, or null when nobody knows where it is. */
export function mapLink(location: Ticket['location']): string | null {
  const { latitude = null, longitude = null } = location ?? {}
  if (latitude === null || longitude === null) return null
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
}

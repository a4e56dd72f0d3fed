import { type ReservationSummary, reservationSummary } from '../../../contract/eticket.ts'
import type { SummaryOf } from './use-summary.ts'

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

/** Assembles a summary's resources; devices stay in the server's order. Null if the place is missing. */
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

/** What the page of a guest requests. */
export const guestSummary: SummaryOf<typeof reservationSummary, Ticket> = {
  include: 'devices,sites.locations,maintenancePeriods',
  answer: reservationSummary,
  read: ticketOf,
}

export type Phase = 'before' | 'during' | 'after'

/** The phase of `now` (ms) relative to the span [start, end). */
export function phaseOf({ start, end }: Pick<Ticket, 'start' | 'end'>, now: number): Phase {
  if (now < Date.parse(start)) return 'before'
  return now < Date.parse(end) ? 'during' : 'after'
}

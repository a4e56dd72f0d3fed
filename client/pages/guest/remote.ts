import * as z from 'zod'
import { billedSummary, remoteSummary, reservationSummary } from '../../../contract/eticket.ts'
import type { Ticket } from './ticket-state.ts'
import type { SummaryOf } from './use-summary.ts'

/** The reply for a link, whatever the link is for. */
export const anySummary = z.union([remoteSummary, billedSummary, reservationSummary])
type Summary = z.output<typeof anySummary>

/** The reservation of a link as its page shows it. */
export interface Remote extends Ticket {
  /** Only the holder of a remote reservation may change it. */
  readonly entries: {
    readonly note: string | null
    readonly licencePlate: string | null
    readonly rfidToken: string | null
    readonly licencePlateMandatory: boolean
  } | null
  readonly event: string | null
  /** Only a summary reveals the money. */
  readonly money: { readonly priceCents: number; readonly refundedCents: number } | null
}

/** Assembles the resources; devices stay in the server's order. Null if the place is missing. */
export function remoteOf({ data, included: parts }: Summary): Remote | null {
  const { attributes } = data
  const included: readonly (typeof parts)[number][] = parts
  const site = included.find((item) => item.type === 'sites')
  if (site === undefined) return null
  return {
    number: attributes.number,
    start: attributes.start,
    end: attributes.end,
    site: site.attributes,
    location: included.find((item) => item.type === 'locations')?.attributes ?? null,
    devices: included.flatMap((item) => (item.type === 'devices' ? [{ id: item.id, ...item.attributes }] : [])),
    maintenance: included.flatMap((item) =>
      item.type === 'maintenance-periods' ? [{ id: item.id, ...item.attributes }] : [],
    ),
    event: included.find((item) => item.type === 'events')?.attributes.name ?? null,
    entries: 'licencePlateMandatory' in attributes ? attributes : null,
    money: 'priceCents' in attributes ? attributes : null,
  }
}

/** What the page of a remote reservation requests. */
export const linkSummary: SummaryOf<typeof anySummary, Remote> = {
  include: 'devices,sites.locations,events,maintenancePeriods',
  answer: anySummary,
  read: remoteOf,
}

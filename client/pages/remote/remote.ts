import * as z from 'zod'
import { guestDevice, guestEvent, guestLocation, guestMaintenance, guestSite } from '../../../contract/eticket.ts'
import { reservationStates } from '../../../machines/reservation.ts'
import type { Ticket } from '../guest/ticket.ts'

const text = z.string().nullable().optional()
const cents = z.number().int().optional()
const id = z.string()

/** The answer for a link of a remote reservation or of a summary: what an eTicket says, and what only these links tell. */
export const remoteSummary = z.object({
  data: z.object({
    type: z.literal('reservations'),
    id,
    attributes: z.object({
      number: z.number().int(),
      state: z.enum(reservationStates),
      start: z.iso.datetime(),
      end: z.iso.datetime(),
      note: text,
      licencePlate: text,
      rfidToken: text,
      licencePlateMandatory: z.boolean().optional(),
      priceCents: cents,
      paidCents: cents,
      refundedCents: cents,
    }),
  }),
  included: z.array(z.object({ type: z.string(), id, attributes: z.record(z.string(), z.unknown()) })).default([]),
  meta: z.object({ now: z.iso.datetime() }),
})
type Summary = z.output<typeof remoteSummary>

export interface Remote extends Ticket {
  readonly state: Summary['data']['attributes']['state']
  readonly entries: { readonly note: string; readonly licencePlate: string; readonly rfidToken: string }
  readonly licencePlateMandatory: boolean
  readonly event: string | null
  /** Null = this link does not tell. */
  readonly priceCents: number | null
  readonly refundedCents: number
}

/** What the page asks for beside the reservation. */
export const include = 'devices,sites.locations,events,maintenancePeriods'

/** Puts the resources together; null when the place is missing. */
export function remoteOf({ data, included }: Summary): Remote | null {
  const all = <S extends z.ZodObject>(type: string, shape: S) =>
    included.flatMap((item) => {
      const read = item.type === type ? shape.safeParse(item.attributes) : null
      return read?.success ? [{ id: item.id, ...read.data }] : []
    })
  const [site] = all('sites', guestSite.strip())
  if (site === undefined) return null
  const { number, state, start, end, note, licencePlate, rfidToken, priceCents, refundedCents } = data.attributes
  return {
    number,
    state,
    start,
    end,
    site,
    location: all('locations', guestLocation.strip())[0] ?? null,
    devices: all('devices', guestDevice.strip()),
    maintenance: all('maintenance-periods', guestMaintenance.strip()),
    event: all('events', guestEvent.strip())[0]?.name ?? null,
    entries: { note: note ?? '', licencePlate: licencePlate ?? '', rfidToken: rfidToken ?? '' },
    licencePlateMandatory: data.attributes.licencePlateMandatory ?? false,
    priceCents: priceCents ?? null,
    refundedCents: refundedCents ?? 0,
  }
}

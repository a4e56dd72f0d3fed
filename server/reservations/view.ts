import type { Knex } from 'knex'
import type { BookingView, BoughtRules, ClaimView, ReservationView } from '../../contract/reservations/view.ts'
import { prepared } from '../../db/sql.ts'
import { taxOf } from '../../machines/booking/price.ts'
import { displayTexts } from '../../telemetry/views/names.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { bookedDeviceOf, type DeviceFields } from '../claims/device-fields.ts'
import { reservationSql } from './view-sql.ts'

/** A reservation read once, and its two views: the owner's and the operators'. */
export interface ReadReservation {
  readonly id: number
  readonly version: number
  readonly userId: number | null
  readonly zoneIds: readonly number[]
  readonly view: ReservationView
  readonly booking: BookingView
  readonly claims: readonly (ClaimView & { version: number })[]
}

type Common = Omit<BookingView, 'device' | 'children' | 'event' | 'netCents' | 'taxCents' | 'rules' | 'user'>
export interface ReservationRow extends Common {
  version: number
  userId: number | null
  zoneIds: number[]
  device: DeviceFields
  children: (DeviceFields & { reservationId: number; mandatory: boolean })[]
  event: { id: number; name: string; translations: Record<string, Record<string, string>> } | null
  /** The rules as bought, with more than is shown; old ones lack rules that were added later. */
  bought: Partial<BoughtRules>
  eventGuestTicket: boolean
  pin: string | null
  shares: ReservationView['shares']
  payment: ReservationView['payment']
  user: BookingView['user']
  claims: (ClaimView & { version: number })[]
}

/**
 * Returns main reservations by id (nothing for children), in the order of the ids. One statement, because three would
 * see three moments.
 */
export async function readReservations(trx: Knex, ids: readonly number[]): Promise<ReadReservation[]> {
  if (ids.length === 0) return []
  const rows = await prepared<ReservationRow>(trx, reservationSql, { ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, read(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function read(row: ReservationRow): ReadReservation {
  const { version, userId, zoneIds, device, children, event, bought, eventGuestTicket, ...other } = row
  const { pin, shares, payment, user, claims, ...plain } = other
  const common = {
    ...plain,
    ...taxOf(row.priceCents, row.taxRatePercent),
    device: bookedDeviceOf(device),
    children: children.map(({ reservationId, mandatory, ...child }) => ({
      ...bookedDeviceOf(child),
      reservationId,
      mandatory,
    })),
    // For old ones the access time says whether guests may have a ticket.
    rules: boughtRules({ guestTicketAllowed: eventGuestTicket, ...bought }),
    event: event && { id: event.id, name: event.name, names: displayTexts(event.translations, 'name') },
  }
  const views = { view: { ...common, pin, shares, payment }, booking: { ...common, user } }
  return { id: row.id, version, userId, zoneIds, ...views, claims }
}

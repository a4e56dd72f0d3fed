import type { Knex } from 'knex'
import type * as z from 'zod'
import {
  type billedReservation,
  type guestDevice,
  type guestEvent,
  type guestLocation,
  type guestMaintenance,
  type guestReservation,
  type guestSite,
  type remoteReservation,
  type SummaryPurpose,
  tokenForm,
} from '../../contract/eticket.ts'
import type { Language } from '../../contract/session.ts'
import { many } from '../../db/sql.ts'
import { taxOf } from '../../machines/booking/price.ts'
import { type ReservationState, rightEnds } from '../../machines/reservation-rules.ts'
import { sharePurposes, tokenHash } from '../claims/share-token.ts'
import { type GraceRow, graceUntilOf } from '../doors/grace.ts'
import { graceColumns } from '../doors/stay-sql.ts'
import { wireTime } from '../kernel/sql.ts'
import { supportInfoSql } from '../sites/support-info.ts'

export type TicketRefusal = 'eticket-invalid' | 'eticket-expired' | 'eticket-canceled' | 'eticket-not-allowed'

type With<S extends z.ZodType> = z.output<S> & { id: number }
type Attributes =
  | z.output<typeof guestReservation>
  | z.output<typeof remoteReservation>
  | z.output<typeof billedReservation>
/** A reservation as shown to the holder of a link; ids are numbers, the reservation's `id` is its UUID. */
export interface Summary {
  readonly purpose: SummaryPurpose
  /** The shown row: the part of an extended stay that is not over. */
  readonly reservationId: number
  readonly reservation: Attributes & { id: string }
  readonly site: With<typeof guestSite>
  readonly location: With<typeof guestLocation> | null
  readonly devices: readonly With<typeof guestDevice>[]
  readonly event: With<typeof guestEvent> | null
  readonly maintenance: readonly With<typeof guestMaintenance>[]
}

/**
 * Facts that decide whether a link still shows its reservation. `guestsAllowed` null = the reservation has no access
 * time; true for links other than eTickets.
 */
export interface Ticket {
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly state: string
  readonly endsAt: Date
  readonly guestsAllowed: boolean | null
}

/**
 * Returns why a ticket does not open: revoked or never completed; otherwise over; otherwise cancelled; otherwise its
 * access time admits no guests.
 */
export function ticketRefusal(ticket: Ticket, now: Date): TicketRefusal | null {
  if (ticket.revokedAt || ticket.state === 'CREATED') return 'eticket-invalid'
  if (ticket.expiresAt <= now || ticket.endsAt <= now) return 'eticket-expired'
  if (ticket.state !== 'RESERVED') return 'eticket-canceled'
  return ticket.guestsAllowed ? null : 'eticket-not-allowed'
}

/** The same as read. */
export interface TicketRow extends Omit<Ticket, 'expiresAt' | 'endsAt'>, GraceRow {
  state: ReservationState
  end: Date
  expires: Date
  /** Index of the shown reservation in its stay; 0 = the one for which the link was created. */
  part: number
  graceMinutes: number
}

/**
 * A link lasts as long as its stay, unless it was set to end sooner. A place that was not left at the end it opens as
 * long as its person may open it (rule O-2).
 */
export function ticketOf(row: TicketRow, now: Date): Ticket {
  const { end, expires, part, revokedAt, state, guestsAllowed } = row
  const endsAt = rightEnds({ end, graceUntil: graceUntilOf(row, row, now) })
  const goesOn = (part > 0 || expires >= end) && expires < endsAt
  return { revokedAt, state, guestsAllowed, endsAt, expiresAt: goesOn ? endsAt : expires }
}

interface Row extends TicketRow, Pick<Summary, 'site' | 'location' | 'devices' | 'event' | 'maintenance'> {
  now: Date
  purpose: 'eticket' | 'reservation-summary' | 'remote-reservation'
  reservationId: number
  guest: z.output<typeof guestReservation> & { id: string }
  remote: Omit<z.output<typeof remoteReservation>, keyof z.output<typeof guestReservation>>
  money: Omit<z.output<typeof billedReservation>, keyof z.output<typeof guestReservation> | 'netCents' | 'taxCents'>
}
const purposes = {
  eticket: 'eticket',
  'reservation-summary': 'summary',
  'remote-reservation': 'remote',
} as const satisfies Record<Row['purpose'], SummaryPurpose>

/**
 * Reads the reservation behind a link's token, or why it is not shown; only the fields of contract/eticket.ts for the
 * link's purpose.
 */
export async function readSummary(
  trx: Knex,
  token: string,
  language: Language,
): Promise<{ ok: true; summary: Summary; now: Date } | { ok: false; code: TicketRefusal }> {
  if (!tokenForm.test(token)) return { ok: false, code: 'eticket-invalid' }
  const bindings = { hash: tokenHash(token), language, purposes: [...sharePurposes] }
  const [row] = await many<Row>(trx, summarySql, bindings)
  const code = row ? ticketRefusal(ticketOf(row, row.now), row.now) : 'eticket-invalid'
  if (!row || code) return { ok: false, code: code ?? 'eticket-invalid' }
  const { reservationId, site, location, devices, event, maintenance, now } = row
  const purpose = purposes[row.purpose]
  const reservation = attributesOf(row, purpose)
  return {
    ok: true,
    now,
    summary: { purpose, reservationId, reservation, site, location, devices, event, maintenance },
  }
}

function attributesOf({ guest, remote, money }: Row, purpose: SummaryPurpose): Summary['reservation'] {
  if (purpose === 'eticket') return guest
  if (purpose === 'remote') return { ...guest, ...remote }
  return { ...guest, ...money, ...taxOf(money.priceCents, money.taxRatePercent) }
}

/**
 * SQL, after `with`: the link :hash as t, its stay as chain, and the part of the stay that it shows now as shown (rule
 * L-13).
 */
export const linkSql = `recursive t as (
    select * from tokens where token_hash = :hash and purpose = any (:purposes)),
  chain as (
    select r.id, r.ends_at, 0 as part from reservations r join t on t.reservation_id = r.id
    union all
    select r.id, r.ends_at, c.part + 1 from reservations r join chain c on r.follows_id = c.id where r.state = 'RESERVED'),
  shown as (
    select id, part from chain
    order by ends_at > statement_timestamp() desc, case when ends_at > statement_timestamp() then part else -part end limit 1)`

/** SQL: the fields of a TicketRow, of t, shown, the shown reservation r and its access time e. */
export const ticketFields = `t.revoked_at as "revokedAt", r.state, r.ends_at as "end", t.expires_at as expires, shown.part,
    coalesce((r.rules ->> 'graceMinutes')::int, 30) as "graceMinutes", ${graceColumns('r')},
    case t.purpose when 'eticket' then coalesce((r.rules ->> 'guestTicketAllowed')::boolean, e.guest_ticket_allowed) else true end as "guestsAllowed"`

/**
 * One statement for a consistent snapshot: token, reservation with its children's devices, place, maintenance that
 * touches its span.
 */
const summarySql = `
  with ${linkSql}
  select statement_timestamp() as now, t.purpose, r.id as "reservationId", ${ticketFields},
    jsonb_build_object('note', r.note, 'licencePlate', r.licence_plate, 'rfidToken', r.rfid_token,
      'licencePlateMandatory', coalesce((r.rules ->> 'licencePlateMandatory')::boolean, false)) as remote,
    jsonb_build_object('priceCents', r.price_cents, 'taxRatePercent', coalesce((r.rules ->> 'taxRatePercent')::float, 0),
      'paymentMethod', r.payment_method,
      'paidCents', (select coalesce(sum(amount_cents), 0) from transactions where reservation_id = r.id and kind in ('booking', 'extension')),
      'refundedCents', (select coalesce(sum(amount_cents), 0) from transactions where reservation_id = r.id and kind = 'refund')) as money,
    jsonb_build_object('id', r.api_id, 'number', r.number, 'state', r.state,
      'start', ${wireTime('r.starts_at')}, 'end', ${wireTime('r.ends_at')}) as guest,
    jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone,
      'directions', coalesce(s.translations -> :language ->> 'directions', s.directions), 'supportInfo', ${supportInfoSql}) as site,
    case when l.id is not null then jsonb_build_object('id', l.id, 'address', l.address, 'zip', l.zip, 'city', l.city,
      'country', l.country, 'latitude', l.latitude, 'longitude', l.longitude) end as location,
    case when e.id is not null then jsonb_build_object('id', e.id,
      'name', coalesce(e.translations -> :language ->> 'name', e.name)) end as event,
    booked.devices, coalesce(down.periods, '[]') as maintenance
  from t
  cross join shown
  join reservations r on r.id = shown.id
  join sites s on s.id = r.site_id
  left join locations l on l.id = s.location_id
  left join events e on e.id = r.event_id
  cross join lateral (
    select array_agg(d.id) as ids, jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name,
      'deviceType', coalesce(dt.translations -> :language ->> 'displayName', dt.display_name),
      'pathNumber', d.path_number, 'pathName', d.path_name, 'sequenceNumber', d.sequence_number)
      order by d.sequence_number, d.id) as devices
    from reservations b join devices d on d.id = b.device_id join device_types dt on dt.id = d.device_type_id
    where (b.id = r.id or b.parent_id = r.id) and b.state = r.state) booked
  cross join lateral (
    select jsonb_agg(jsonb_build_object('id', m.id, 'reason', m.reason,
      'start', ${wireTime('m.starts_at')}, 'end', ${wireTime('m.ends_at')}) order by m.starts_at, m.id) as periods
    from maintenance_periods m
    where m.id in (select maintenance_period_id from device_maintenance where device_id = any (booked.ids) and span && r.span)) down`

import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type * as z from 'zod'
import {
  type guestDevice,
  type guestEvent,
  type guestLocation,
  type guestMaintenance,
  type guestReservation,
  type guestSite,
  tokenForm,
} from '../../contract/eticket.ts'
import type { Language } from '../../contract/session.ts'
import { wireTime } from '../sql.ts'

export type TicketRefusal = 'eticket-invalid' | 'eticket-expired' | 'eticket-canceled' | 'eticket-not-allowed'

type With<S extends z.ZodType> = z.output<S> & { id: number }
/** A reservation as a guest may see it; ids are numbers, `id` of the reservation is its UUID. */
export interface Summary {
  readonly reservation: z.output<typeof guestReservation> & { id: string }
  readonly site: With<typeof guestSite>
  readonly location: With<typeof guestLocation> | null
  readonly devices: readonly With<typeof guestDevice>[]
  readonly event: With<typeof guestEvent> | null
  readonly maintenance: readonly With<typeof guestMaintenance>[]
}

/** What decides whether a ticket still opens its reservation. `guestsAllowed` null = the reservation has no event. */
export interface Ticket {
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly state: string
  readonly endsAt: Date
  readonly guestsAllowed: boolean | null
}

/**
 * The rule: a revoked ticket is none, nor is one of a reservation that was never completed; over is what ran out or ended, whatever else
 * became of it; then cancelled, then an event that lets no guests in (no event lets nobody in). Null = it opens.
 */
export function ticketRefusal(ticket: Ticket, now: Date): TicketRefusal | null {
  if (ticket.revokedAt || ticket.state === 'CREATED') return 'eticket-invalid'
  if (ticket.expiresAt <= now || ticket.endsAt <= now) return 'eticket-expired'
  if (ticket.state !== 'RESERVED') return 'eticket-canceled'
  return ticket.guestsAllowed ? null : 'eticket-not-allowed'
}

type Row = Ticket & Summary & { now: Date }

/**
 * The reservation behind an eTicket's token, judged by the database's clock, or why it is not shown. Gives nothing but the fields of
 * contract/eticket.ts. The token itself goes no further than its hash.
 */
export async function readSummary(
  trx: Knex,
  token: string,
  language: Language,
): Promise<{ ok: true; summary: Summary; now: Date } | { ok: false; code: TicketRefusal }> {
  if (!tokenForm.test(token)) return { ok: false, code: 'eticket-invalid' }
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await trx.raw<{ rows: Row[] }>(summarySql, { hash, language })
  const [row] = rows
  const code = row ? ticketRefusal(row, row.now) : 'eticket-invalid'
  if (!row || code) return { ok: false, code: code ?? 'eticket-invalid' }
  const { reservation, site, location, devices, event, maintenance, now } = row
  return { ok: true, now, summary: { reservation, site, location, devices, event, maintenance } }
}

/** One statement, so one moment: token, reservation with its children's devices, place, maintenance that touches its span. */
const summarySql = `
  select statement_timestamp() as now, t.expires_at as "expiresAt", t.revoked_at as "revokedAt", r.state, r.ends_at as "endsAt",
    e.guest_ticket_allowed as "guestsAllowed",
    jsonb_build_object('id', r.api_id, 'number', r.number, 'state', r.state,
      'start', ${wireTime('r.starts_at')}, 'end', ${wireTime('r.ends_at')}) as reservation,
    jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone,
      'directions', coalesce(s.translations -> :language ->> 'directions', s.directions)) as site,
    case when l.id is not null then jsonb_build_object('id', l.id, 'address', l.address, 'zip', l.zip, 'city', l.city,
      'country', l.country, 'latitude', l.latitude, 'longitude', l.longitude) end as location,
    case when e.id is not null then jsonb_build_object('id', e.id,
      'name', coalesce(e.translations -> :language ->> 'name', e.name)) end as event,
    booked.devices, coalesce(down.periods, '[]') as maintenance
  from tokens t
  join reservations r on r.id = t.reservation_id
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
    where m.id in (select maintenance_period_id from device_maintenance where device_id = any (booked.ids) and span && r.span)) down
  where t.token_hash = :hash and t.purpose = 'eticket'`

import type { Knex } from 'knex'
import { claimsOfSite } from '../../claims/facts.ts'
import { sold } from '../../doors/sold.ts'

/**
 * A reservation at the site of the event that runs now, begins within a quarter of an hour, or has not been left yet
 * (rule O-2).
 */
export interface Candidate {
  readonly reservationId: number
  readonly start: Date
  readonly end: Date
  readonly pin: string | null
  readonly rfidToken: string | null
  readonly licencePlate: string | null
  /** The access time and the product allow opening by camera. */
  readonly plateAllowed: boolean
  /** The device of the event belongs to it. */
  readonly own: boolean
}

/** Returns the reservations that may be meant; whether they open is decided later, under their locks. */
export async function candidatesAt(
  trx: Knex,
  { siteId, deviceId, now }: { siteId: number; deviceId: number; now: Date },
): Promise<Candidate[]> {
  const { rows } = await trx.raw<{ rows: Candidate[] }>(
    `select h.id as "reservationId", h.starts_at as start, h.ends_at as end, h.pin, h.rfid_token as "rfidToken", h.licence_plate as "licencePlate",
       coalesce((h.rules ->> 'lprEnabled')::boolean, false) and ${sold('h', 'LPR')} as "plateAllowed",
       h.device_id = :deviceId or exists (select from reservations c where c.parent_id = h.id and c.device_id = :deviceId and c.state = 'RESERVED') as own
     from reservations h
     where h.id in (
         select r.id from reservations r where r.site_id = :siteId and ${claimsOfSite('r')}
           and r.span && tstzrange(:now::timestamptz, :now::timestamptz + interval '15 minutes', '[]')
         union all select reservation_id from overstays where ended_at is null and until_at > :now)
       and h.site_id = :siteId and h.state = 'RESERVED' and h.parent_id is null
     order by h.id`,
    { siteId, deviceId, now },
  )
  return rows
}

/**
 * Returns the reservation that is meant: the only one, or the only running one, or the only one that has begun; null =
 * ambiguous.
 */
export function theOne<C extends Pick<Candidate, 'start' | 'end'>>(candidates: readonly C[], now: Date): C | null {
  const begun = candidates.filter(({ start }) => start <= now)
  const running = begun.filter(({ end }) => now < end)
  const left = [running, begun, candidates].find((some) => some.length > 0)
  return left?.length === 1 ? (left[0] ?? null) : null
}

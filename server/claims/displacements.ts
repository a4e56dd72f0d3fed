import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import { type Displacement, displacementsOf } from '../../machines/booking/refund.ts'
import { wireTime } from '../kernel/sql.ts'

/** SQL: whether a maintenance period covers a device of the family of a head reservation while it is booked (aliases of both). */
export const coversSql = (
  reservation: string,
  period: string,
): string => `(${reservation}.span && ${period}.span and exists (
  select from reservations member join devices md on md.id = member.device_id
  where (member.id = ${reservation}.id or member.parent_id = ${reservation}.id)
    and (md.id = ${period}.device_id or md.site_id = ${period}.site_id
      or exists (select from site_zones mz where mz.zone_id = ${period}.zone_id and mz.site_id = md.site_id))))`

/**
 * SQL: the displacements of head reservation `alias` that has no other place, as jsonb: maintenance, and the person who
 * has not left.
 */
export const displacementsSql = (alias: string): string => `coalesce((
  select jsonb_agg(to_jsonb(displacement) order by displacement."from", displacement.by) from (
    select 'maintenance' as by, m.reason, ${wireTime('greatest(m.starts_at, ' + alias + '.starts_at)')} as "from", ${wireTime('m.ends_at')} as until,
      p.outcome as state, ${wireTime('case when p.next_try_at is not null then p.last_try_at end')} as "triesUntil"
    from reservation_maintenance_periods p join maintenance_periods m on m.id = p.maintenance_period_id
    where p.reservation_id = ${alias}.id and p.outcome in ('pending', 'not-moved', 'lost-access') and m.revoked_at is null
      and ${coversSql(alias, 'm')}
    union all
    select 'overstay', null, ${wireTime(alias + '.starts_at')}, null, h.outcome, ${wireTime('h.next_try_at')}
    from overstay_displacements h where h.reservation_id = ${alias}.id and h.outcome = 'not-moved') displacement), '[]')`

/** A displacement, as far as it concerns money. */
export async function readDisplacements(trx: Knex, reservationId: number): Promise<Displacement[]> {
  const { displacements } = await one<{ displacements: { from: string; until: string | null }[] }>(
    trx,
    `select ${displacementsSql('r')} as displacements from reservations r where r.id = ?`,
    [reservationId],
  )
  return displacementsOf(displacements)
}

import type { Knex } from 'knex'
import { row } from '../../db/rows.ts'
import { type Hit, hitsOf } from '../../machines/booking/refund.ts'
import { wireTime } from '../sql.ts'

/** SQL: what takes its place away from head reservation `alias` without another one, as jsonb: maintenance, and who does not leave it. */
export const hitsSql = (alias: string): string => `coalesce((
  select jsonb_agg(to_jsonb(hit) order by hit."from", hit.by) from (
    select 'maintenance' as by, m.reason, ${wireTime('greatest(m.starts_at, ' + alias + '.starts_at)')} as "from", ${wireTime('m.ends_at')} as until,
      p.outcome as state, ${wireTime('case when p.next_try_at is not null then p.last_try_at end')} as "triesUntil"
    from reservation_maintenance_periods p join maintenance_periods m on m.id = p.maintenance_period_id
    where p.reservation_id = ${alias}.id and p.outcome in ('pending', 'not-moved', 'lost-access') and m.revoked_at is null
    union all
    select 'overstay', null, ${wireTime(alias + '.starts_at')}, null, h.outcome, ${wireTime('h.next_try_at')}
    from overstay_hits h where h.reservation_id = ${alias}.id and h.outcome = 'not-moved') hit), '[]')`

/** What takes the place of a reservation away, as far as money goes. */
export async function readHits(trx: Knex, reservationId: number): Promise<Hit[]> {
  const { hits } = await row<{ hits: { from: string; until: string | null }[] }>(
    trx,
    `select ${hitsSql('r')} as hits from reservations r where r.id = ?`,
    [reservationId],
  )
  return hitsOf(hits)
}

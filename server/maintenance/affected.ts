import { type AffectedItem, affected } from '../../contract/maintenance.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'
import { messageKinds } from './messages.ts'

/** Returns the effect of a period on each reservation in the caller's zones, newest first. */
export default answer(affected, async ({ input, actor, trx, refuse }) => {
  const { periodId, outcome = null, page, limit } = input
  if (!(await MaintenancePeriod.query(trx).findById(periodId).modify('visibleTo', actor))) return refuse('not-found')
  const own = siteScope(scopeOf(actor), 'r.site_id')
  const { rows } = await trx.raw<{ rows: (AffectedItem & { total: number })[] }>(
    `select r.id as "reservationId", r.number, coalesce(nullif(u.full_name, ''), u.username) as person, r.state,
       ${wireTime('r.starts_at')} as start, ${wireTime('r.ends_at')} as end,
       jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone) as site, p.outcome,
       case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as "from",
       case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as "to",
       case when p.next_try_at is not null and p.outcome in ('pending', 'not-moved') then ${wireTime('p.last_try_at')} end as "triesUntil",
       coalesce((select sum(amount_cents) from transactions where reservation_id = r.id and kind = 'refund'), 0)::int as "refundedCents",
       (select case when n.via = 'outbox' then 'kept' else n.state end from messages n where n.dedupe_key = any (array(
          select 'maintenance:' || p.maintenance_period_id || ':' || r.id || ':' || kind from unnest(?::text[]) as kind))
        order by n.id desc limit 1) as message,
       ${wireTime('p.at')} as at, count(*) over () as total
     from reservation_maintenance_periods p
     join reservations r on r.id = p.reservation_id
     join sites s on s.id = r.site_id
     left join users u on u.id = r.user_id
     left join devices f on f.id = p.from_device_id
     left join devices t on t.id = p.to_device_id
     where p.maintenance_period_id = ? and (?::text is null or p.outcome = ?::text) and ${own.sql}
     order by p.at desc, r.id desc limit ? offset ?`,
    [[...messageKinds], periodId, outcome, outcome, ...own.bindings, limit, (page - 1) * limit],
  )
  return {
    items: rows.map(({ total: _, ...item }) => item),
    recordCount: rows[0]?.total ?? 0,
  }
})

import type { ProblemCheck } from '../problem-check.ts'

/** Reservations that run while their device is under maintenance. */
export const runningInMaintenance: ProblemCheck = {
  find: `select distinct on (r.id) r.id, r.number::text as name,
    jsonb_build_object('device', d.name, 'periodId', m.maintenance_period_id) as detail
  from maintenance_periods p join device_maintenance m on m.maintenance_period_id = p.id
    join devices d on d.id = m.device_id
    join reservations r on r.device_id = d.id and r.state = 'RESERVED' and r.parent_id is null
      and r.starts_at <= :now and r.ends_at > :now
  where p.revoked_at is null and p.span @> :now::timestamptz order by r.id`,
}

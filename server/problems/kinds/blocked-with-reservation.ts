import type { ProblemCheck } from '../problem-check.ts'

/** People who are blocked in a zone and have a reservation there: they cannot open their place. */
export const blockedWithReservation: ProblemCheck = {
  find: `select distinct on (u.id) u.id, coalesce(nullif(u.full_name, ''), u.username) as name,
    jsonb_build_object('zone', z.name, 'reservationId', r.id, 'number', r.number) as detail
  from blocked_users b join users u on u.id = b.user_id join zones z on z.id = b.zone_id
    join site_zones sz on sz.zone_id = z.id
    join reservations r on r.user_id = u.id and r.site_id = sz.site_id and r.state = 'RESERVED' and r.parent_id is null
      and r.ends_at > :now
  where b.state = 'blocked' order by u.id, r.starts_at`,
}

import type { ProblemCheck } from '../problem-check.ts'

/** Accounts that are deactivated, but still have a reservation: nobody can open it, and the place is not free. */
export const deactivatedWithReservation: ProblemCheck = {
  find: `select distinct on (u.id) u.id, coalesce(nullif(u.full_name, ''), u.username) as name,
    jsonb_build_object('reservationId', r.id, 'number', r.number) as detail
  from users u join reservations r on r.user_id = u.id and r.state = 'RESERVED' and r.parent_id is null and r.ends_at > :now
  where u.state = 'DEACTIVATED' order by u.id, r.starts_at`,
}

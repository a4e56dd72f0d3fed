import type { ProblemCheck } from '../problem-check.ts'

/** Reservations to come that nobody has and nobody manages. */
export const withoutPerson: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('site', s.name) as detail
  from reservations r join sites s on s.id = r.site_id
  where r.state = 'RESERVED' and r.parent_id is null and r.ends_at > :now and r.user_id is null and r.managed_by is null`,
}

import type { ProblemCheck } from '../problem-check.ts'

/** Live claims of one device that overlap. Compares each with the latest end of all that began before. */
export const overlap: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('deviceId', r.device_id) as detail from (
    select id, number, device_id, starts_at, max(ends_at) over (
      partition by device_id order by starts_at, id rows between unbounded preceding and 1 preceding) as before
    from reservations where state in ('CREATED', 'RESERVED') and not shared) r
  where r.starts_at < r.before`,
}

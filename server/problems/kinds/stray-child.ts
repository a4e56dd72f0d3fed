import type { ProblemCheck } from '../problem-check.ts'

/** Children whose state, span or site differs from their parent's. */
export const strayChild: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('parentId', p.id, 'state', r.state, 'parentState', p.state) as detail
  from reservations r join reservations p on p.id = r.parent_id
  where (r.state, r.starts_at, r.ends_at, r.site_id) is distinct from (p.state, p.starts_at, p.ends_at, p.site_id)
    or p.parent_id is not null`,
}

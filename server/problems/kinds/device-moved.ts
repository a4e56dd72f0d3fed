import type { ProblemCheck } from '../problem-check.ts'

/** Reservations to come whose device now belongs to another site. */
export const deviceMoved: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('device', d.name, 'site', s.name, 'deviceSite', now_at.name) as detail
  from reservations r join devices d on d.id = r.device_id join sites s on s.id = r.site_id join sites now_at on now_at.id = d.site_id
  where r.state = 'RESERVED' and r.ends_at > :now and d.site_id <> r.site_id`,
}

import type { ProblemCheck } from '../problem-check.ts'

/** Barriers whose device is out of use or stands at another site. */
export const barrierElsewhere: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('barrierId', b.id, 'siteId', b.site_id, 'deviceSiteId', d.site_id) as detail
  from barriers b join devices d on d.id = b.device_id where d.site_id <> b.site_id or d.retired_at is not null`,
}

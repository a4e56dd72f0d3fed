import type { ProblemCheck } from '../problem-check.ts'

/** Devices at another location than their site: maps show them at the wrong place. */
export const locationDiffers: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('from', coalesce(now_at.name, '–'), 'to', coalesce(l.name, '–')) as detail
  from devices d join sites s on s.id = d.site_id join locations l on l.id = s.location_id
    join locations now_at on now_at.id = d.location_id
  where d.retired_at is null and d.location_id <> s.location_id`,
  async mend(trx, id, userId) {
    await trx.raw(
      `update devices d set location_id = s.location_id, modified_by = ? from sites s where s.id = d.site_id and d.id = ?`,
      [userId, id],
    )
  },
}

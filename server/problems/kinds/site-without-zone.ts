import type { ProblemCheck } from '../problem-check.ts'

/** Devices at a site without a zone, so that nobody operates them. */
export const siteWithoutZone: ProblemCheck = {
  find: `select d.id, d.name, jsonb_build_object('siteId', d.site_id) as detail from devices d
  where d.retired_at is null and not exists (select from site_zones z where z.site_id = d.site_id)`,
}

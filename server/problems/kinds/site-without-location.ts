import type { ProblemCheck } from '../problem-check.ts'

/** Sites with devices, but without a location: they are on no map and have no address. */
export const siteWithoutLocation: ProblemCheck = {
  find: `select s.id, s.name, '{}'::jsonb as detail from sites s
  where s.location_id is null and exists (select from devices d where d.site_id = s.id and d.retired_at is null)`,
}

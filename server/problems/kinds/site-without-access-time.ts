import type { ProblemCheck } from '../problem-check.ts'

/** Sites with devices to book, but without an access time that has not ended: nobody can book there. */
export const siteWithoutAccessTime: ProblemCheck = {
  find: `select s.id, s.name, jsonb_build_object('devices', (select count(*)::int from devices d where d.site_id = s.id and d.retired_at is null)) as detail
  from sites s
  where exists (select from devices d join device_types t on t.id = d.device_type_id and t.is_reservable
      where d.site_id = s.id and d.retired_at is null)
    and exists (select from site_zones z where z.site_id = s.id)
    and not exists (select from site_zones z join events e on e.zone_id = z.zone_id and e.deleted_at is null
      and (e.ends_on is null or e.ends_on >= (:now::timestamptz at time zone s.time_zone)::date) where z.site_id = s.id)`,
}

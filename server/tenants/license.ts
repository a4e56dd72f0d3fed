/** SQL: whether the licence of a company is valid at :now, by the days of its time zone (rule TE-3). */
export const licenseSql = `case
  when tenants.license_start is null and tenants.license_end is null then 'none'
  when tenants.license_start > (:now::timestamptz at time zone tenants.time_zone)::date then 'ahead'
  when tenants.license_end < (:now::timestamptz at time zone tenants.time_zone)::date then 'over'
  else 'valid' end`

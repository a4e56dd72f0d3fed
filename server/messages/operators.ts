/** SQL: users (u) who are informed about problems at a site: active Reservation Managers of its monitored zones in monitored companies (rule N-5). */
export const operatorsOf = (site: string): string => `(
  select u.id from users u join roles ro on ro.id = u.role_id and ro.kind = 'Reservation Manager'
  where u.state = 'ACTIVE' and u.id in (
    select uz.user_id from user_zones uz join site_zones sz on sz.zone_id = uz.zone_id
      join zones z on z.id = uz.zone_id and z.monitoring
      join tenants t on t.id = z.tenant_id and t.monitoring where sz.site_id = ${site}))`

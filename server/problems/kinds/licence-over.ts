import type { ProblemCheck } from '../problem-check.ts'

/** Companies whose licence is over, while people still work for them. */
export const licenceOver: ProblemCheck = {
  find: `select t.id, t.name, jsonb_build_object('licenceEnd', t.license_end::text, 'managers', count(*)::int) as detail
  from tenants t join user_tenants ut on ut.tenant_id = t.id join users u on u.id = ut.user_id and u.state = 'ACTIVE'
    join roles r on r.id = u.role_id and r.name = 'Reservation Manager'
  where t.license_end < (:now::timestamptz at time zone t.time_zone)::date
  group by t.id`,
}

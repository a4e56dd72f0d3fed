import type { ProblemCheck } from '../problem-check.ts'

/** Reservation managers with zones, but without the company of a zone: they do not see its people. */
export const managerWithoutCompany: ProblemCheck = {
  find: `select u.id, coalesce(nullif(u.full_name, ''), u.username) as name,
    jsonb_build_object('companies', string_agg(distinct t.name, ', ')) as detail
  from users u join roles r on r.id = u.role_id and r.name = 'Reservation Manager'
    join user_zones uz on uz.user_id = u.id join zones z on z.id = uz.zone_id join tenants t on t.id = z.tenant_id
  where u.state = 'ACTIVE' and not exists (select from user_tenants ut where ut.user_id = u.id and ut.tenant_id = z.tenant_id)
  group by u.id`,
  async mend(trx, id) {
    await trx.raw(
      `insert into user_tenants (user_id, tenant_id) select distinct uz.user_id, z.tenant_id
       from user_zones uz join zones z on z.id = uz.zone_id where uz.user_id = ? on conflict do nothing`,
      [id],
    )
  },
}

import type { Knex } from 'knex'
import { features as catalogue } from '../../contract/features.ts'
import { one } from '../../db/sql.ts'

type Named = { id: number; name: string }
/** The user in the reply of a login: attributes as the HTTP interface names them, and related rows. */
export interface LoggedIn {
  id: number
  username: string
  email: string
  firstname: string | null
  lastname: string | null
  fullName: string
  title: string | null
  language: string
  /** NORMAL or SUPER. JSON:API reserves the name `type`. */
  userType: 'NORMAL' | 'SUPER'
  userState: string
  tosAccepted: boolean
  /** In euros. */
  accountBalance: number
  initialPage: string | null
  features: string[]
  roles: Named[]
  tenants: (Named & { prefix: string; theme: string })[]
  zones: Named[]
  sessionTenant: (Named & { theme: string }) | null
}

/** Reads a user that is known to exist. */
export async function readLoggedIn(knex: Knex, userId: number): Promise<LoggedIn> {
  const user = await one<LoggedIn>(
    knex,
    `select u.id, u.username, u.email, u.firstname, u.lastname, u.full_name as "fullName", u.title, u.language, u.type as "userType", u.state as "userState",
            u.tos_accepted_at is not null as "tosAccepted", u.initial_page as "initialPage",
            coalesce((select balance_cents from accounts where user_id = u.id), 0) as "accountBalance",
            array(select feature from user_features where user_id = u.id) as features,
            jsonb_build_array(jsonb_build_object('id', r.id, 'name', r.name)) as roles,
            (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'prefix', t.prefix, 'theme', t.theme) order by t.id), '[]')
               from tenants t join user_tenants ut on ut.tenant_id = t.id where ut.user_id = u.id) as tenants,
            (select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.name, z.id), '[]')
               from zones z join user_zones uz on uz.zone_id = z.id where uz.user_id = u.id) as zones,
            (select jsonb_build_object('id', t.id, 'name', t.name, 'theme', t.theme) from tenants t
              where t.id = coalesce(u.session_tenant_id, (select min(tenant_id) from user_tenants where user_id = u.id))) as "sessionTenant"
       from users u join roles r on r.id = u.role_id where u.id = ?`,
    [userId],
  )
  return {
    ...user,
    accountBalance: user.accountBalance / 100,
    features: catalogue.filter((feature) => user.features.includes(feature)),
  }
}

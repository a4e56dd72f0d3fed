import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'

/**
 * Returns the company at whose page somebody registers: by its login path, else by the host, else the only one of the
 * installation; null if none is meant.
 */
export async function companyOfPage(
  trx: Knex,
  { loginPath, hostname }: { loginPath: string | null; hostname: string },
): Promise<number | null> {
  const [found] = await many<{ id: number }>(
    trx,
    `select t.id, 0 as rank from tenants t where t.login_path = ?
     union all select h.tenant_id, 1 from tenant_hosts h where h.host = lower(?)
     union all select min(t.id), 2 from tenants t having count(*) = 1
     order by rank limit 1`,
    [loginPath, hostname],
  )
  return found?.id ?? null
}

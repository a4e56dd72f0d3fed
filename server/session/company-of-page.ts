import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { companyOfPath } from './company-of-path.ts'

/**
 * Returns the company on whose page somebody registers: by its login path or prefix, else by the host, else the only one
 * of the installation; null if there is none.
 */
export async function companyOfPage(
  trx: Knex,
  { loginPath, hostname }: { loginPath: string | null; hostname: string },
): Promise<number | null> {
  const named = loginPath === null ? undefined : await companyOfPath(trx, loginPath)
  if (named) return named.id
  const [found] = await many<{ id: number }>(
    trx,
    `select h.tenant_id as id, 0 as rank from tenant_hosts h where h.host = lower(?)
     union all select min(t.id), 1 from tenants t having count(*) = 1
     order by rank limit 1`,
    [hostname],
  )
  return found?.id ?? null
}

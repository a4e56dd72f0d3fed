import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { countryCode } from '../../machines/countries.ts'

/**
 * Returns the country of somebody's numbers without a country code (rule N-9): their own, else their company's; null =
 * unknown. `own` = their country as it is about to be saved.
 */
export async function homeCountry(trx: Knex, userId: number, own?: string | null): Promise<string | null> {
  const [row] = await many<{ own: string | null; company: string | null }>(
    trx,
    `select u.country as own, t.country as company from users u
     left join tenants t on t.id = coalesce(u.session_tenant_id, (select min(tenant_id) from user_tenants where user_id = u.id))
     where u.id = ?`,
    [userId],
  )
  return countryCode((own === undefined ? row?.own : own) ?? '') ?? countryCode(row?.company ?? '')
}

import type { Knex } from 'knex'
import { Tenant } from '../../db/models/people.ts'

/** Returns the company whose login page has this path. A chosen path takes precedence over a prefix; case is ignored. */
export async function companyOfPath(trx: Knex, path: string): Promise<Tenant | undefined> {
  const name = path.trim().toLowerCase()
  return Tenant.query(trx)
    .whereRaw('lower(login_path) = ? or lower(prefix) = ?', [name, name])
    .orderByRaw('coalesce(lower(login_path) = ?, false) desc', [name])
    .first()
}

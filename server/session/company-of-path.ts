import type { Knex } from 'knex'
import { Tenant } from '../../db/models/people.ts'

/** Returns the company whose login page has this path: the path that it chose counts before a prefix; case does not. */
export async function companyOfPath(trx: Knex, path: string): Promise<Tenant | undefined> {
  const name = path.trim().toLowerCase()
  return Tenant.query(trx)
    .whereRaw('lower(login_path) = ? or lower(prefix) = ?', [name, name])
    .orderByRaw('coalesce(lower(login_path) = ?, false) desc', [name])
    .first()
}

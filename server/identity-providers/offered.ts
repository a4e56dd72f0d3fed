import type { Knex } from 'knex'
import { IdentityProvider } from '../../db/models/people.ts'
import { loginPathOf, type PageAddress } from '../session/host-theme.ts'

/** Returns the provider of the company whose login page it is, else of the company that the host belongs to; null if none is switched on. */
export async function providerOfPage(knex: Knex, { hostname, path }: PageAddress): Promise<IdentityProvider | null> {
  const loginPath = loginPathOf(path)
  const company = knex('tenants as t')
    .leftJoin('tenant_hosts as h', (on) => on.on('h.tenant_id', 't.id').andOnVal('h.host', hostname.toLowerCase()))
    .whereRaw('(h.host is not null or t.login_path = ?)', [loginPath])
    .orderByRaw('t.login_path is not distinct from ? desc, t.id', [loginPath])
    .limit(1)
    .select('t.id')
  const provider = await IdentityProvider.query(knex).where('tenant_id', company).where({ enabled: true }).first()
  return provider ?? null
}

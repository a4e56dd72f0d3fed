import type { Knex } from 'knex'
import { IdentityProvider } from '../../db/models/people.ts'
import { type PageAddress, tenantOfPage } from '../session/host-theme.ts'

/** Returns the provider of the company whose login page it is, else of the company that the host belongs to; null if none is switched on. */
export async function providerOfPage(knex: Knex, page: PageAddress): Promise<IdentityProvider | null> {
  const company = tenantOfPage(knex, page)
  const provider = await IdentityProvider.query(knex).where('tenant_id', company).where({ enabled: true }).first()
  return provider ?? null
}

import type { Knex } from 'knex'
import { read } from '../../contract/identity-providers.ts'
import { IdentityProvider, Tenant } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import type { Addresses } from '../kernel/context.ts'
import { callbackPath } from './callback.ts'
import { fieldsOf } from './row.ts'

/** Returns the provider of a company without its secret, and the addresses that the provider has to know. */
export default answer(read, async ({ input, trx, refuse, context }) => {
  const tenant = await Tenant.query(trx).findById(input.tenantId).select('id', 'name')
  if (!tenant) return refuse('not-found')
  const provider = await IdentityProvider.query(trx).findById(tenant.id)
  return {
    tenant: { id: tenant.id, name: tenant.name },
    provider: provider
      ? { ...fieldsOf(provider), version: provider.version, hasSecret: provider.clientSecret !== null }
      : null,
    callbacks: await callbacksOf(trx, tenant.id, context.addresses),
  }
})

/** Portal, administration, and the company's own hosts at the portal's port. */
async function callbacksOf(trx: Knex, tenantId: number, { portal, admin }: Addresses): Promise<string[]> {
  const rows = (await trx('tenant_hosts').where({ tenant_id: tenantId }).orderBy('host').select('host')) as {
    host: string
  }[]
  const { protocol, port } = new URL(portal)
  const hosts = rows.map(({ host }) => `${protocol}//${host}${port && `:${port}`}`)
  return [portal, admin, ...hosts].map((address) => `${address}${callbackPath}`)
}

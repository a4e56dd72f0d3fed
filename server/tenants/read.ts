import type { Knex } from 'knex'
import { read } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { counts } from './counts.ts'
import { productIdsOf } from './products-of.ts'
import { fieldsOf } from './row.ts'

/** One company with its products, and how many users, zones and sites it has. */
export default answer(read, async ({ input, trx, refuse }) => {
  const tenant = await found(trx, input.tenantId)
  if (!tenant) return refuse('not-found')
  const { id, version, userCount, zoneCount, siteCount } = tenant
  const productIds = await productIdsOf(trx, id)
  return { id, version, ...fieldsOf(tenant), productIds, users: userCount, zones: zoneCount, sites: siteCount }
})

type Counted = Tenant & { userCount: number; zoneCount: number; siteCount: number }

async function found(trx: Knex, tenantId: number): Promise<Counted | undefined> {
  const query = Tenant.query(trx)
    .findById(tenantId)
    .select('tenants.*', counts.users().as('user_count'), counts.zones().as('zone_count'))
    .select(counts.sites().as('site_count'))
  return (await query) as Counted | undefined
}

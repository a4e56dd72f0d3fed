import { edit } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkWorld } from '../effects/effects.ts'
import { handle } from '../kernel/bus/handle.ts'
import { considerEdit } from './edit-effects.ts'
import { checkProducts, productIdsOf, saveProducts } from './products-of.ts'
import { constraints, fieldsOf } from './row.ts'

/**
 * Saves all fields of a company (rule TE-2). A product is switched off only if `closing` names it. Rights change with the commit: the database tells
 * every screen and the gateways concerned.
 */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { tenantId, version, world, productIds, closing, ...fields } = input
  if (world !== undefined) await lockSitesOf(trx, 'select id from zones where tenant_id = :id', tenantId)
  const kept = await lockVersion(trx, refuse, {
    row: Tenant.query(trx).findById(tenantId),
    seen: version,
    current: async (tenant) => ({ ...fieldsOf(tenant), productIds: await productIdsOf(trx, tenant.id), closing: [] }),
  })
  const before = await productIdsOf(trx, tenantId)
  await checkProducts(trx, refuse, productIds)
  if (before.some((id) => !productIds.includes(id) && !closing.includes(id)))
    return refuse('product-closes', undefined, [{ path: 'closing', issue: 'product-closes' }])
  const off = before.filter((id) => !productIds.includes(id))
  const { licenseEnd } = fields
  await checkWorld(refuse, world, () => considerEdit(trx, { tenantId, off, licenseEnd }, now))
  const row = { ...fields, modifiedBy: actor.userId }
  const saved = await translateConstraints(trx, refuse, constraints, () => kept.$query(trx).patchAndFetch(row))
  await saveProducts(trx, tenantId, before, productIds)
  return { tenantId, version: saved.version }
})

import { add } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkProducts, saveProducts } from './products-of.ts'
import { constraints } from './row.ts'

/** Adds a company (rule TE-1). */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  const { productIds, ...fields } = input
  await checkProducts(trx, refuse, productIds)
  const row = { ...fields, createdBy: actor.userId, modifiedBy: actor.userId }
  const { id: tenantId } = await translateConstraints(trx, refuse, constraints, () => Tenant.query(trx).insert(row))
  await saveProducts(trx, tenantId, [], productIds)
  return { tenantId }
})

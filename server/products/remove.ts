import { remove } from '../../contract/products.ts'
import { Product, Tenant } from '../../db/models/people.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { roleIdsOf } from './roles-of.ts'
import { valuesOf } from './row.ts'

/** Removes a product. Refused while it belongs to every company, or to some, which are named. */
export default handle(remove, async ({ input, trx, refuse }) => {
  const { productId, version } = input
  const product = await lockVersion(trx, refuse, {
    row: Product.query(trx).findById(productId),
    seen: version,
    current: async (kept) => valuesOf(kept, await roleIdsOf(trx, kept.id)),
    forRemoval: true,
  })
  if (product.basic) return refuse('product-basic')
  const buyers = trx('product_tenants').where('product_id', productId).select('tenant_id')
  await refuseDependants(refuse, [{ kind: 'tenant', rows: Tenant.query(trx).whereIn('id', buyers) }])
  await product.$query(trx).delete()
  return { productId }
})

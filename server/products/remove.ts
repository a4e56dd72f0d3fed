import { remove } from '../../contract/products.ts'
import { Product } from '../../db/models/people.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'
import { roleIdsOf } from './roles-of.ts'
import { valuesOf } from './row.ts'

/** Removes a product. Refused while it belongs to every company, or to some, which are named. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { productId, version } = input
  const product = await lockVersion(trx, refuse, {
    row: Product.query(trx).findById(productId),
    seen: version,
    current: async (kept) => valuesOf(kept, await roleIdsOf(trx, kept.id)),
    forRemoval: true,
  })
  if (product.basic) return refuse('product-basic')
  await refuseDependants(refuse, removal.dependants(trx, [productId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: productId, seen: input.world, now })
  await product.$query(trx).delete()
  return { productId }
})

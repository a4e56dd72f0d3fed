import { remove } from '../../contract/products.ts'
import { Product, Tenant } from '../../db/models/people.ts'
import type { Removal } from '../effects/removal.ts'

/** How products are deleted: while no company has them. */
export const removal: Removal = {
  entity: 'product',
  table: 'products',
  access: remove.access,
  destructive: false,
  names: async (trx, ids) => (await Product.query(trx).findByIds([...ids])).map(({ name }) => name),
  dependants: (trx, ids) => {
    const buyers = trx('product_tenants')
      .whereIn('product_id', [...ids])
      .select('tenant_id')
    return [{ kind: 'tenant', rows: Tenant.query(trx).whereIn('id', buyers) }]
  },
}

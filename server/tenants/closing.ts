import type { Knex } from 'knex'
import type { ClosingFigures } from '../../contract/products.ts'
import { closing, type ProductClosing } from '../../contract/tenants.ts'
import { Product } from '../../db/models/people.ts'
import { one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { closes } from '../products/closes.ts'
import { productViewOf } from '../products/texts.ts'

/** What closes if a company loses products, one by one (rule TE-5). Products that it does not have close nothing. */
export default answer(closing, async ({ input, trx, now }) => {
  const { tenantId, productIds } = input
  const bought = trx('product_tenants').select('product_id').where('tenant_id', tenantId)
  const products = await Product.query(trx)
    .findByIds([...productIds])
    .whereIn('id', bought)
    .where('basic', false)
    .orderByRaw('lower(name), id')
  const found: ProductClosing[] = []
  // One after another: a transaction has one connection.
  for (const product of products) found.push(await closingOf(trx, product, tenantId, now))
  return found
})

async function closingOf(trx: Knex, product: Product, tenantId: number, now: Date): Promise<ProductClosing> {
  const { id: productId, prefix } = product
  const figures = await one<ClosingFigures>(trx, closes(prefix), { tenantIds: [tenantId], productId, now })
  return { product: productViewOf(product), ...figures }
}

import type { Knex } from 'knex'
import { type ClosingFigures, closing } from '../../contract/products.ts'
import { Product } from '../../db/models/people.ts'
import { one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { closes, isUsedByReservations } from './closes.ts'

/** SQL: user u belongs to a company that bought the product. */
const bought = `exists (select from user_tenants ut join product_tenants pt on pt.tenant_id = ut.tenant_id
  where ut.user_id = u.id and pt.product_id = :productId)`

/** SQL: active people who have the feature of product :productId now and would not have it after the edit. */
const losers = `select count(*)::int as people from users u
  where u.state = 'ACTIVE' and u.role_id in (select role_id from product_roles where product_id = :productId)
    and (:isBasic or ${bought})
    and not (:samePrefix and u.role_id = any(:roleIds) and (:basic or ${bought}))`

/** SQL: companies that have product :productId and would not have it after the edit. */
const tenants = `select coalesce(array_agg(t.id order by t.id), '{}') as ids
  from tenants t left join product_tenants pt on pt.tenant_id = t.id and pt.product_id = :productId
  where (:isBasic or pt.tenant_id is not null) and not (:samePrefix and (:basic or pt.tenant_id is not null))`

/** What an edit of a product switches off: for people by role, for reservations by company (rule TE-6). */
export default answer(closing, async ({ input, trx, now, refuse }) => {
  const { productId, prefix, basic, roleIds } = input
  const product = await Product.query(trx).findById(productId)
  if (!product) return refuse('not-found')
  const after = { productId, isBasic: product.basic, samePrefix: product.prefix === prefix, basic, roleIds }
  const { people } = await one<{ people: number }>(trx, losers, after)
  const { ids } = await one<{ ids: number[] }>(trx, tenants, after)
  return { people, tenants: ids.length, used: await usedIn(trx, product, ids, now) }
})

async function usedIn(
  trx: Knex,
  { id: productId, prefix }: Product,
  tenantIds: number[],
  now: Date,
): Promise<ClosingFigures | null> {
  if (tenantIds.length === 0 || !isUsedByReservations(prefix)) return null
  return one<ClosingFigures>(trx, closes(prefix), { tenantIds, productId, now })
}

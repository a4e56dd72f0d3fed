import { closing } from '../../contract/roles.ts'
import { Product } from '../../db/models/people.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { productViewOf } from '../products/texts.ts'

/** SQL: active people of the roles :roleIds who have the feature of product :productId. */
const losers = `select count(*)::int as people from users u join user_features f on f.user_id = u.id
  join products p on p.id = :productId and p.prefix = f.feature
  where u.state = 'ACTIVE' and u.role_id = any(:roleIds)`

/** From how many people the changes take which products, by the order of the products (rule RO-2). */
export default answer(closing, async ({ input: { changes }, trx }) => {
  const taken = changes.filter(({ granted }) => !granted)
  const products = await Product.query(trx)
    .findByIds([...new Set(taken.map(({ productId }) => productId))])
    .orderBy('id')
  const found = []
  // One after another: a transaction has one connection.
  for (const product of products) {
    const roleIds = taken.filter(({ productId }) => productId === product.id).map(({ roleId }) => roleId)
    const [row] = await many<{ people: number }>(trx, losers, { productId: product.id, roleIds })
    found.push({ product: productViewOf(product), people: row?.people ?? 0 })
  }
  return found
})

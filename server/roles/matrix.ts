import { matrix } from '../../contract/roles.ts'
import { Product, Role, User } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { productViewOf } from '../products/texts.ts'
import { roleViewOf } from './texts.ts'

type Counted = Role & { userCount: number }

/** Every role, the oldest first, and every product with its roles. */
export default answer(matrix, async ({ trx }) => {
  const users = User.query(trx).whereColumn('users.role_id', 'roles.id').count()
  const roles = (await Role.query(trx).select('roles.*', users.as('user_count')).orderBy('id')) as Counted[]
  const products = await Product.query(trx)
    .withGraphFetched('roles')
    .modifyGraph('roles', (query) => void query.orderBy('roles.id'))
    .orderBy('products.id')
  return {
    roles: roles.map((role) => roleViewOf(role, role.userCount)),
    products: products.map((product) => ({
      ...productViewOf(product),
      basic: product.basic,
      roleIds: (product.roles ?? []).map(({ id }) => id),
    })),
  }
})

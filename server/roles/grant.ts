import type { Knex } from 'knex'
import { grant } from '../../contract/roles.ts'
import { Product, Role } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { wayIn } from '../products/row.ts'
import { saveGrants } from '../products/save-grants.ts'

/**
 * Gives products to roles and takes them (rule RO-2). What somebody loses needs `closing`. Rights change with the commit: the database tells every
 * screen.
 */
export default handle(grant, async ({ input, actor, trx, refuse }) => {
  const { changes, versions, closing } = input
  const roleIds = [...new Set(changes.map(({ roleId }) => roleId))].toSorted((a, b) => a - b)
  // Products before roles, as their own edit locks them.
  await lockProducts(trx, refuse, [...new Set(changes.map(({ productId }) => productId))])
  for (const roleId of roleIds) {
    const seen = versions.find((each) => each.roleId === roleId)?.version ?? -1
    await lockVersion(trx, refuse, { row: Role.query(trx).findById(roleId), seen, current: ({ name }) => ({ name }) })
  }
  if (changes.some(({ granted }) => !granted) && !closing)
    return refuse('product-closes', undefined, [{ path: 'closing', issue: 'product-closes' }])
  await translateConstraints(trx, refuse, wayIn, () => saveGrants(trx, changes, actor.userId))
  return {}
})

async function lockProducts(trx: Knex.Transaction, refuse: Refuse<'not-found'>, ids: number[]): Promise<void> {
  const found = await Product.query(trx).findByIds(ids).orderBy('id').forNoKeyUpdate()
  if (found.length < ids.length) refuse('not-found')
}

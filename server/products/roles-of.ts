import type { Knex } from 'knex'
import { Product, Role } from '../../db/models/people.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** Returns the roles that a product is for, ascending. */
export async function roleIdsOf(trx: Knex, productId: number): Promise<number[]> {
  const rows = await Product.relatedQuery('roles', trx).for(productId).select('roles.id').orderBy('roles.id')
  return rows.map((role) => (role as Role).id)
}

/** Refuses roles that do not exist. */
export async function checkRoles(trx: Knex, refuse: Refuse<'bad-input'>, roleIds: readonly number[]): Promise<void> {
  const found = await Role.query(trx).findByIds([...roleIds])
  if (found.length < roleIds.length) refuse('bad-input', undefined, [{ path: 'roleIds', issue: 'field-not-found' }])
}

/** Gives a product to roles and takes it from others: first given, then taken, so that administrators always have a way in. */
export async function saveRoles(
  trx: Knex.Transaction,
  productId: number,
  before: readonly number[],
  wanted: readonly number[],
): Promise<void> {
  const taken = before.filter((id) => !wanted.includes(id))
  const given = wanted.filter((id) => !before.includes(id)).toSorted((a, b) => a - b)
  if (given.length > 0) await trx('product_roles').insert(given.map((id) => ({ role_id: id, product_id: productId })))
  if (taken.length > 0) await trx('product_roles').where('product_id', productId).whereIn('role_id', taken).delete()
}

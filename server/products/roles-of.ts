import type { Knex } from 'knex'
import type { RoleChange } from '../../contract/roles.ts'
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

/** Returns the changes that give a product to the wanted roles, and take it from the others. */
export function roleChanges(productId: number, before: readonly number[], wanted: readonly number[]): RoleChange[] {
  const given = wanted.filter((id) => !before.includes(id)).map((roleId) => ({ roleId, productId, granted: true }))
  const taken = before.filter((id) => !wanted.includes(id)).map((roleId) => ({ roleId, productId, granted: false }))
  return [...given, ...taken]
}

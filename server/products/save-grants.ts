import type { Knex } from 'knex'
import type { RoleChange } from '../../contract/roles.ts'

/**
 * Gives products to roles and takes them: first given, then taken, so that administrators always have a way in. Draws new versions of both sides, so
 * that nobody overwrites it from a form that was opened before.
 */
export async function saveGrants(
  trx: Knex.Transaction,
  changes: readonly RoleChange[],
  modified_by: number,
): Promise<void> {
  const rows = (granted: boolean) =>
    changes
      .filter((change) => change.granted === granted)
      .map(({ productId, roleId }) => ({ product_id: productId, role_id: roleId }))
  const [given, taken] = [rows(true), rows(false)]
  if (given.length > 0) await trx('product_roles').insert(given).onConflict().ignore()
  if (taken.length > 0)
    await trx('product_roles')
      .whereIn(
        ['product_id', 'role_id'],
        taken.map(({ product_id, role_id }) => [product_id, role_id]),
      )
      .delete()
  const ids = (key: 'productId' | 'roleId') =>
    [...new Set(changes.map((change) => change[key]))].toSorted((a, b) => a - b)
  for (const id of ids('productId')) await trx('products').where({ id }).update({ modified_by })
  for (const id of ids('roleId')) await trx('roles').where({ id }).update({ modified_by })
}

import type { Knex } from 'knex'
import { Product } from '../../db/models/people.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** Returns the products that a company bought, ascending. */
export async function productIdsOf(trx: Knex, tenantId: number): Promise<number[]> {
  const rows = (await trx('product_tenants as pt')
    .join('products as p', 'p.id', 'pt.product_id')
    .where({ 'pt.tenant_id': tenantId, 'p.basic': false })
    .orderBy('p.id')
    .select('p.id')) as { id: number }[]
  return rows.map(({ id }) => id)
}

/** Refuses products that do not exist; basic ones cannot be bought. */
export async function checkProducts(
  trx: Knex,
  refuse: Refuse<'bad-input'>,
  productIds: readonly number[],
): Promise<void> {
  const found = await Product.query(trx)
    .findByIds([...productIds])
    .where('basic', false)
  if (found.length < new Set(productIds).size)
    refuse('bad-input', undefined, [{ path: 'productIds', issue: 'field-not-found' }])
}

/** Switches products on and off. */
export async function saveProducts(
  trx: Knex.Transaction,
  tenantId: number,
  before: readonly number[],
  wanted: readonly number[],
): Promise<void> {
  const off = before.filter((id) => !wanted.includes(id))
  const on = [...new Set(wanted)].filter((id) => !before.includes(id)).sort((a, b) => a - b)
  if (off.length > 0) await trx('product_tenants').where('tenant_id', tenantId).whereIn('product_id', off).delete()
  if (on.length > 0) await trx('product_tenants').insert(on.map((id) => ({ tenant_id: tenantId, product_id: id })))
}

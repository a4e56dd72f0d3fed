import { list } from '../../../contract/products.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'
import { newPrefix } from './product-fields.ts'

/** Products are found by their description. Only admins see them, and they see all. */
export const productsLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, description) =>
    insert(knex, 'products', { name: 'Law', prefix: newPrefix(), description }),
}

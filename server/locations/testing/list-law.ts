import { list } from '../../../contract/locations.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Locations are found by their description. Only admins see them, and they see all. */
export const locationsLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, description) => insert(knex, 'locations', { description }),
}

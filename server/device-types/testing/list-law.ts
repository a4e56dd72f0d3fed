import { list } from '../../../contract/device-types.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 0

/** Device types are found by their description. Only admins see them, and they see all. */
export const deviceTypesLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, description) => {
    planted += 1
    const row = { type: `LAW_${planted}`, display_name: 'Law', plural_name: 'Laws', description }
    return insert(knex, 'device_types', row)
  },
}

import { list } from '../../../contract/device-access-methods.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 0

/** Access methods are found by their description. Only admins see them, and they see all. */
export const deviceAccessMethodsLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, description) => {
    planted += 1
    const row = { name: `law-${planted}`, display_name: 'Law', attributes: ['open'] }
    return insert(knex, 'device_access_methods', { ...row, description })
  },
}

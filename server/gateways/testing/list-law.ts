import { list } from '../../../contract/gateways.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 0

/** Gateways are found by their comment. */
export const gatewaysLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  async plant(knex, _world, _side, text) {
    planted += 1
    return insert(knex, 'gateways', { name: 'Law', hardware_id: `law-${planted}`, comment: text })
  },
}

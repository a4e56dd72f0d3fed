import { list } from '../../../contract/barriers.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 1_000

/** Barriers are found by their description. */
export const barriersLaw: ListLaw = {
  def: list,
  scoped: true,
  async plant(knex, world, side, text) {
    planted += 1
    const row = { description: text, path_number: planted, type: 'entrance' }
    return insert(knex, 'barriers', { ...row, site_id: world[side].siteId })
  },
}

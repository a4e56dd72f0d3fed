import { operated } from '../../../contract/sites/admin.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Sites are found by their description. */
export const sitesLaw: ListLaw = {
  def: operated,
  scoped: true,
  async plant(knex, world, side, description) {
    const siteId = await insert(knex, 'sites', { name: 'Law', description })
    await knex('site_zones').insert({ site_id: siteId, zone_id: world[side].id })
    return siteId
  },
}

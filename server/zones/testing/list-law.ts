import { list } from '../../../contract/zones.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Zones are found by their description. */
export const zonesLaw: ListLaw = {
  def: list,
  scoped: true,
  async plant(knex, world, side, text) {
    const zoneId = await insert(knex, 'zones', { tenant_id: world.tenants[side], name: 'Law', description: text })
    const manager = world.users[side === 'own' ? 'rm' : 'foreignRm'].id
    await knex('user_zones').insert({ user_id: manager, zone_id: zoneId })
    return zoneId
  },
}

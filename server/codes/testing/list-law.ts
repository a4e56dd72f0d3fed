import { list } from '../../../contract/codes.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Codes are found by their name. */
export const codesLaw: ListLaw = {
  def: list,
  scoped: true,
  // No two codes have the same name.
  async plant(knex, world, side, text) {
    const [{ count } = { count: 0 }] = await knex('codes').count()
    return insert(knex, 'codes', { name: `${text} ${count}`, tenant_id: world.tenants[side], zone_id: world[side].id })
  },
}

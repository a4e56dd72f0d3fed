import { list } from '../../../contract/tariffs.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Tariffs are found by their description. */
export const tariffsLaw: ListLaw = {
  def: list,
  scoped: true,
  plant: (knex, world, side, description) =>
    insert(knex, 'tariffs', { tenant_id: world.tenants[side], name: 'Law', description }),
}

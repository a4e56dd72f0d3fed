import { list } from '../../../contract/tenants.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'
import { newPrefix } from './tenant-fields.ts'

/** Companies are found by their city. */
export const tenantsLaw: ListLaw = {
  def: list,
  scoped: false,
  reader: 'admin',
  plant: (knex, _world, _side, text) =>
    insert(knex, 'tenants', { name: 'Law', prefix: newPrefix(), city: text, license_end: '2026-12-31' }),
}

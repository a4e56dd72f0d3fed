import { list } from '../../../contract/imports.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Imports are found by the name of their file; people see their own. */
export const importsLaw: ListLaw = {
  def: list,
  scoped: true,
  personal: true,
  plant: (knex, world, side, name) =>
    insert(knex, 'imports', {
      entity: 'devices',
      file_name: name,
      app: 'portal',
      state: 'done',
      user_id: world.users[side === 'own' ? 'rm' : 'foreignRm'].id,
    }),
}

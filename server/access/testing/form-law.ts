import { deleteCode } from '../../../contract/access.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'

/** An access code is given or taken back, and takes with it the access of everybody who entered it. */
export const codesFormLaw: FormLaw = {
  entity: 'access codes',
  idKey: 'codeId',
  scoped: true,
  remove: { def: deleteCode },
  async plant(knex, world, side) {
    const [{ count } = { count: 0 }] = await knex('codes').count()
    return insert(knex, 'codes', { name: `LAW-${count}`, tenant_id: world.tenants[side], zone_id: world[side].id })
  },
}

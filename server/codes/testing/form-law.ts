import { edit, read, remove } from '../../../contract/codes.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'

/** An access code takes with it the access of everybody who entered it. */
export const codesFormLaw: FormLaw = {
  entity: 'access codes',
  idKey: 'codeId',
  scoped: true,
  read,
  edit: {
    def: edit,
    // No two codes have the same name.
    input: (view, text) => ({
      ...fieldsOf(edit, view),
      name: `${text}-${String(view['id'])}`,
      zoneId: (view['zone'] as { id: number }).id,
      eventId: null,
    }),
    text: ({ name }) => String(name).replace(/-\d+$/, ''),
  },
  remove: { def: remove },
  async plant(knex, world, side) {
    const [{ count } = { count: 0 }] = await knex('codes').count()
    return insert(knex, 'codes', { name: `LAW-${count}`, tenant_id: world.tenants[side], zone_id: world[side].id })
  },
}

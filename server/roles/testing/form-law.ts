import { edit, read, remove } from '../../../contract/roles.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { newName } from './role-fields.ts'

export const rolesFormLaw: FormLaw = {
  entity: 'roles',
  idKey: 'roleId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, description) => ({ ...fieldsOf(edit, view), description, translations: { texts: {} } }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, _world, role_id) {
      await insert(knex, 'users', { username: `of-${role_id}`, email: `of-${role_id}@example.org`, role_id })
      return { kind: 'user', name: `of-${role_id}` }
    },
  },
  plant: (knex) => insert(knex, 'roles', { name: newName(), kind: 'Visitor' }),
}

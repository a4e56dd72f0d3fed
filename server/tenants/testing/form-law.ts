import { edit, read, remove } from '../../../contract/tenants.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { tenantsLaw } from './list-law.ts'

export const tenantsFormLaw: FormLaw = {
  entity: 'companies',
  idKey: 'tenantId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, city) => ({ ...fieldsOf(edit, view), city, closing: [] }),
    text: ({ city }) => city,
  },
  remove: { def: remove },
  plant: async (knex, world, side) => Number(await tenantsLaw.plant(knex, world, side, 'Law')),
}

import { edit, read, remove } from '../../../contract/gateways.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { gatewaysLaw } from './list-law.ts'

export const gatewaysFormLaw: FormLaw = {
  entity: 'gateways',
  idKey: 'gatewayId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, comment) => ({ ...fieldsOf(edit, view), comment }),
    text: ({ comment }) => comment,
  },
  remove: { def: remove },
  plant: async (knex, world, side) => Number(await gatewaysLaw.plant(knex, world, side, 'Law')),
}

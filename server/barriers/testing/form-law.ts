import { edit, read, remove } from '../../../contract/barriers.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { barriersLaw } from './list-law.ts'

export const barriersFormLaw: FormLaw = {
  entity: 'barriers',
  idKey: 'barrierId',
  scoped: true,
  read,
  edit: {
    def: edit,
    input: (view, description) => ({ ...fieldsOf(edit, view), description }),
    text: ({ description }) => description,
  },
  remove: { def: remove },
  plant: async (knex, world, side) => Number(await barriersLaw.plant(knex, world, side, 'Law')),
}

import { edit, read, remove } from '../../../contract/devices/admin.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { devicesLaw } from './list-law.ts'

export const devicesFormLaw: FormLaw = {
  entity: 'devices',
  idKey: 'deviceId',
  scoped: true,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, comment) => ({ ...fieldsOf(edit, view), comment }),
    text: ({ comment }) => comment,
  },
  remove: { def: remove, adminsOnly: true },
  plant: async (knex, world, side) => Number(await devicesLaw.plant(knex, world, side, 'Law')),
}

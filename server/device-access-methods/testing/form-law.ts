import { edit, read, remove } from '../../../contract/device-access-methods.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { deviceAccessMethodsLaw } from './list-law.ts'

export const deviceAccessMethodsFormLaw: FormLaw = {
  entity: 'device access methods',
  idKey: 'accessMethodId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: ({ id: _id, version: _version, ...own }, description) => ({
      ...own,
      description,
      translations: { texts: {} },
    }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, world, access_method_id) {
      const device_id = world.own.gateway.devices[0]?.id
      await knex('device_method_links').insert({ device_id, access_method_id })
      return { kind: 'device', name: 'GW-own 001' }
    },
  },
  plant: async (knex, world, side) => Number(await deviceAccessMethodsLaw.plant(knex, world, side, 'Law')),
}

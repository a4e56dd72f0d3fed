import { edit, read, remove } from '../../../contract/device-types.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { deviceTypesLaw } from './list-law.ts'

export const deviceTypesFormLaw: FormLaw = {
  entity: 'device types',
  idKey: 'deviceTypeId',
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
    async depend(knex, world, device_type_id) {
      const event_id = await insert(knex, 'events', {
        zone_id: world.own.id,
        name: 'Weekdays',
        starts_on: '2026-01-01',
      })
      await knex('event_device_types').insert({ event_id, device_type_id })
      return { kind: 'event', name: 'Weekdays' }
    },
  },
  plant: async (knex, world, side) => Number(await deviceTypesLaw.plant(knex, world, side, 'Law')),
}

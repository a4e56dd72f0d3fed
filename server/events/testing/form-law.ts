import { edit, read, remove } from '../../../contract/events.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { eventsLaw } from './list-law.ts'

export const eventsFormLaw: FormLaw = {
  entity: 'events',
  idKey: 'eventId',
  scoped: true,
  read,
  edit: {
    def: edit,
    input: ({ id: _, version: __, zone: ___, ...fields }, description) => ({
      ...fields,
      translations: { texts: {} },
      description,
    }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, world, eventId) {
      const code = { name: 'LAW-EVENT', tenant_id: world.tenants.own, zone_id: world.own.id, event_id: eventId }
      await insert(knex, 'codes', code)
      return { kind: 'code', name: 'LAW-EVENT' }
    },
  },
  plant: async (knex, world, side) => Number(await eventsLaw.plant(knex, world, side, 'Law')),
}

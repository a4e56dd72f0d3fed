import { edit, read, remove } from '../../../contract/locations.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'

export const locationsFormLaw: FormLaw = {
  entity: 'locations',
  idKey: 'locationId',
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
    async depend(knex, _world, locationId) {
      await insert(knex, 'sites', { name: 'Law', location_id: locationId })
      return { kind: 'site', name: 'Law' }
    },
  },
  plant: (knex) => insert(knex, 'locations', { name: 'Law' }),
}

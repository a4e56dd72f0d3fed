import { edit, read, remove } from '../../../contract/sites/admin.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { sitesLaw } from './list-law.ts'

export const sitesFormLaw: FormLaw = {
  entity: 'sites',
  idKey: 'siteId',
  scoped: true,
  read,
  edit: {
    def: edit,
    input: (
      {
        id: _id,
        version: _version,
        location: _location,
        zones: _zones,
        gateways: _gateways,
        devices: _devices,
        ...rest
      },
      description,
    ) => {
      const { barriers: _barriers, ...own } = rest
      return { ...own, description, translations: { texts: {} } }
    },
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, _world, siteId) {
      await insert(knex, 'gateways', { name: 'Law', hardware_id: `law-${siteId}`, site_id: siteId })
      return { kind: 'gateway', name: 'Law' }
    },
  },
  plant: async (knex, world, side) => Number(await sitesLaw.plant(knex, world, side, 'Law')),
}

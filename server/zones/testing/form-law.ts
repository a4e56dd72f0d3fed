import { edit, read, remove } from '../../../contract/zones.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { zonesLaw } from './list-law.ts'

type Named = readonly { readonly id: number }[]
const ids = (rows: unknown) => (rows as Named).map(({ id }) => id)

export const zonesFormLaw: FormLaw = {
  entity: 'zones',
  idKey: 'zoneId',
  scoped: true,
  read,
  edit: {
    def: edit,
    input: ({ id: _id, version: _version, tenant, sites, managers, ...own }, description) => ({
      ...own,
      description,
      tenantId: (tenant as { id: number }).id,
      siteIds: ids(sites),
      managerIds: ids(managers),
      translations: { texts: {} },
    }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, world, zoneId) {
      await insert(knex, 'codes', { name: `LAW${zoneId}`, tenant_id: world.tenants.own, zone_id: zoneId })
      return { kind: 'code', name: `LAW${zoneId}` }
    },
  },
  plant: async (knex, world, side) => Number(await zonesLaw.plant(knex, world, side, 'Law')),
}

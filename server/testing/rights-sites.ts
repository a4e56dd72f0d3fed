import { newLocation } from '../../contract/locations.ts'
import { newSite } from '../../contract/sites/admin.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin, operators, ownZone } from './rights-rows.ts'
import type { World } from './world.ts'

const siteFields = (world: World) => ({ ...newSite, name: 'Rights', zoneIds: [world.own.id] })

/** Rows of sites as they are set up: operators within their zones. Rows of locations: admins only. */
export const siteRows: Matrix = {
  'locations.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'locations.read': [{ input: () => ({ locationId: 999_999 }), outcome: onlyAdmin('not-found') }],
  'locations.add': [{ input: () => newLocation, outcome: onlyAdmin('ok') }],
  'locations.edit': [
    { input: () => ({ locationId: 999_999, version: 0, ...newLocation }), outcome: onlyAdmin('not-found') },
  ],
  'locations.remove': [{ input: () => ({ locationId: 999_999, version: 0 }), outcome: onlyAdmin('not-found') }],
  'sites.operated': [{ input: () => ({}), outcome: operators('ok') }],
  'sites.read': [{ input: (world) => ({ siteId: world.own.siteId }), outcome: ownZone('ok') }],
  'sites.location': [{ input: () => ({ locationId: 999_999 }), outcome: operators('not-found') }],
  'sites.add': [
    {
      input: (world) => ({ ...siteFields(world), zoneIds: [world.foreign.id] }),
      outcome: { ...operators('bad-input'), foreignRm: 'ok', admin: 'ok' },
    },
  ],
  'sites.edit': [
    {
      input: (world) => ({ siteId: world.own.siteId, version: 0, ...siteFields(world) }),
      outcome: ownZone('changed-meanwhile'),
    },
  ],
  'sites.remove': [
    { input: (world) => ({ siteId: world.own.siteId, version: 0 }), outcome: ownZone('changed-meanwhile') },
  ],
}

import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/zones.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const zones = createRoute({
  getParentRoute: () => rootRoute,
  path: '/zones',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/zones/add' },
    nav: { text: 'common.zones', purpose: 'zones.lead', icon: 'zone', sections: ['RM', 'CUSTOMERS'], order: 154 },
  },
  component: lazyRouteComponent(() => import('./zones.tsx'), 'Zones'),
})
const addZone = createRoute({
  getParentRoute: () => rootRoute,
  path: '/zones/add',
  validateSearch: idsInAddress('tenantId'),
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-zone.tsx'), 'AddZone'),
})
const zone = createRoute({
  getParentRoute: () => rootRoute,
  path: '/zones/$zoneId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.zoneId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-zone.tsx'), 'EditZone'),
})

export const routes = [zones, addZone, zone] as const

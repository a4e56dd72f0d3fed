import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/locations.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const access = adminFeatures

const locations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/locations',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access,
    searchable: true,
    add: { path: '/locations/add' },
    nav: {
      text: 'locations.title',
      purpose: 'locations.lead',
      icon: 'pin',
      sections: ['INTERNALS'],
      order: 133,
    },
  },
  component: lazyRouteComponent(() => import('./locations.tsx'), 'Locations'),
})
const addLocation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/locations/add',
  staticData: { access },
  component: lazyRouteComponent(() => import('./add-location.tsx'), 'AddLocation'),
})
const location = createRoute({
  getParentRoute: () => rootRoute,
  path: '/locations/$locationId',
  staticData: { access },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.locationId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-location.tsx'), 'EditLocation'),
})

export const routes = [locations, addLocation, location] as const

import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { list } from '../../../contract/device-access-methods.ts'
import { adminFeatures } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const access = adminFeatures

const accessMethods = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-access-methods',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access,
    searchable: true,
    add: { path: '/device-access-methods/add' },
    nav: {
      text: 'device-access-methods.title',
      purpose: 'device-access-methods.lead',
      icon: 'key',
      sections: ['INTERNALS'],
      order: 172,
    },
  },
  component: lazyRouteComponent(() => import('./access-methods.tsx'), 'AccessMethods'),
})
const addAccessMethod = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-access-methods/add',
  staticData: { access },
  component: lazyRouteComponent(() => import('./add-access-method.tsx'), 'AddAccessMethod'),
})
const accessMethod = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-access-methods/$accessMethodId',
  staticData: { access },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.accessMethodId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-access-method.tsx'), 'EditAccessMethod'),
})

export const routes = [accessMethods, addAccessMethod, accessMethod] as const

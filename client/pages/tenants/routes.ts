import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/tenants.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const tenants = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: adminFeatures,
    searchable: true,
    add: { path: '/tenants/add' },
    nav: { text: 'common.tenants', purpose: 'tenants.lead', icon: 'company', sections: ['CUSTOMERS'], order: 152 },
  },
  component: lazyRouteComponent(() => import('./tenants.tsx'), 'Tenants'),
})
const addTenant = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants/add',
  staticData: { access: adminFeatures },
  component: lazyRouteComponent(() => import('./add-tenant.tsx'), 'AddTenant'),
})
const tenant = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants/$tenantId',
  staticData: { access: adminFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.tenantId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-tenant.tsx'), 'EditTenant'),
})
const provider = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants/$tenantId/sign-in',
  staticData: { access: adminFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.tenantId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./provider.tsx'), 'Provider'),
})

export const routes = [tenants, addTenant, tenant, provider] as const

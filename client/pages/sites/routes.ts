import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { operated } from '../../../contract/sites/admin.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const sites = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites',
  validateSearch: listAddress<typeof operated>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/sites/add' },
    nav: { text: 'common.sites', purpose: 'sites.lead', icon: 'site', sections: ['RM', 'INTERNALS'], order: 131 },
  },
  component: lazyRouteComponent(() => import('./sites.tsx'), 'Sites'),
})
const addSite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/add',
  validateSearch: idsInAddress('zoneId', 'locationId'),
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-site.tsx'), 'AddSite'),
})
const site = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/$siteId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.siteId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-site.tsx'), 'EditSite'),
})

export const routes = [sites, addSite, site] as const

import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/gateways.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const gateways = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gateways',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: adminFeatures,
    searchable: true,
    add: { path: '/gateway/add' },
    nav: {
      text: 'operation.process.gateways',
      purpose: 'gateways.lead',
      icon: 'gateway',
      sections: ['INTERNALS'],
      order: 132,
    },
  },
  component: lazyRouteComponent(() => import('./gateways.tsx'), 'Gateways'),
})
const addGateway = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gateway/add',
  validateSearch: idsInAddress('siteId'),
  staticData: { access: adminFeatures },
  component: lazyRouteComponent(() => import('./add-gateway.tsx'), 'AddGateway'),
})
const gateway = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gateway/$gatewayId',
  staticData: { access: adminFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.gatewayId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-gateway.tsx'), 'EditGateway'),
})

export const routes = [gateways, addGateway, gateway] as const

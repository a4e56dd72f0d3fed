import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/tariffs.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const tariffs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tariffs',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/tariffs/add' },
    nav: { text: 'tariffs.title', purpose: 'tariffs.lead', icon: 'euro', sections: ['RM', 'CUSTOMERS'], order: 156 },
  },
  component: lazyRouteComponent(() => import('./tariffs.tsx'), 'Tariffs'),
})
const addTariff = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tariffs/add',
  validateSearch: idsInAddress('tenantId'),
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-tariff.tsx'), 'AddTariff'),
})
const tariff = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tariffs/$tariffId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.tariffId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-tariff.tsx'), 'EditTariff'),
})

export const routes = [tariffs, addTariff, tariff] as const

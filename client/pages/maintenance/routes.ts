import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/maintenance.ts'
import { maySetMaintenance } from '../../access/may-set-maintenance.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { addSearch, periodSearch } from './search.ts'

const maintenance = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/maintenance/add', may: maySetMaintenance },
    nav: {
      text: 'common.maintenance',
      purpose: 'maintenance.nav.purpose',
      icon: 'maintenance',
      sections: ['RM', 'OVERVIEW'],
      order: 110,
    },
  },
  component: lazyRouteComponent(() => import('./periods.tsx'), 'Periods'),
})
const addMaintenance = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance/add',
  validateSearch: pageAddress<typeof addSearch>,
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add.tsx'), 'Add'),
})
const maintenancePeriod = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance/$periodId',
  validateSearch: pageAddress<typeof periodSearch>,
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./period.tsx'), 'Period'),
})

export const routes = [maintenance, addMaintenance, maintenancePeriod] as const

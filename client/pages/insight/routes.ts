import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { malfunctionSearch } from './search.ts'

const malfunctions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/malfunctions',
  validateSearch: pageAddress<typeof malfunctionSearch>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    inZone: (zone) => ({ zone }),
    nav: {
      text: 'common.malfunctions',
      short: 'shell.nav.dashboard.short',
      purpose: 'home.start.dashboard',
      icon: 'dashboard',
      sections: ['RM', 'OVERVIEW'],
      order: 20,
    },
  },
  component: lazyRouteComponent(() => import('./malfunctions.tsx'), 'Malfunctions'),
})
const device = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/$deviceId',
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./device.tsx'), 'Device'),
})

export const routes = [malfunctions, device] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { statisticsSearch } from './search.ts'

const statistics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statistics',
  validateSearch: pageAddress<typeof statisticsSearch>,
  staticData: {
    access: operatorFeatures,
    inZone: (target) => ({ scope: 'zone', target }),
    nav: {
      text: 'statistics.title',
      purpose: 'statistics.nav.purpose',
      icon: 'chart',
      sections: ['RM', 'OVERVIEW'],
      order: 100,
    },
  },
  component: lazyRouteComponent(() => import('./statistics.tsx'), 'Statistics'),
})

export const routes = [statistics] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { planSearch } from './search.ts'

const plan = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/visualization',
  validateSearch: planSearch,
  staticData: {
    access: operatorFeatures,
    nav: {
      text: 'plan.title',
      short: 'common.plan',
      purpose: 'plan.nav.purpose',
      icon: 'map',
      sections: ['RM', 'OVERVIEW'],
      order: 80,
    },
  },
  component: lazyRouteComponent(() => import('./plan.tsx'), 'Plan'),
})

export const routes = [plan] as const

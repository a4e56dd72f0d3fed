import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { timeMachineSearch } from './search.ts'

const timeMachine = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/time-machine',
  validateSearch: timeMachineSearch,
  staticData: {
    access: operatorFeatures,
    nav: {
      text: 'time-machine.nav',
      purpose: 'time-machine.nav.purpose',
      icon: 'clock',
      sections: ['RM', 'OVERVIEW'],
      order: 90,
    },
  },
  component: lazyRouteComponent(() => import('./time-machine.tsx'), 'TimeMachine'),
})

export const routes = [timeMachine] as const

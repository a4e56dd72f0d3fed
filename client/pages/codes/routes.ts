import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookers, operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const codes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes',
  staticData: {
    access: [...bookers, ...operatorFeatures],
    nav: {
      text: 'codes.title',
      purpose: 'codes.nav.purpose',
      icon: 'key',
      sections: ['VIS', 'CUSTOMERS'],
      order: 160,
    },
  },
  component: lazyRouteComponent(() => import('./codes.tsx'), 'Codes'),
})
const addCode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/add',
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./add-code.tsx'), 'AddCode'),
})

export const routes = [codes, addCode] as const

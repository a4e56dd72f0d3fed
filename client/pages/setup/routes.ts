import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const gettingStarted = createRoute({
  getParentRoute: () => rootRoute,
  path: '/getting-started',
  staticData: {
    access: adminFeatures,
    nav: { text: 'setup.title', purpose: 'setup.lead', icon: 'play', sections: ['OVERVIEW'], order: 151 },
  },
  component: lazyRouteComponent(() => import('./getting-started.tsx'), 'GettingStarted'),
})

export const routes = [gettingStarted] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const issues = createRoute({
  getParentRoute: () => rootRoute,
  path: '/issues',
  staticData: {
    access: ['BASIC_ADM'],
    nav: { text: 'issues.title', purpose: 'issues.nav.purpose', icon: 'alert', sections: ['INTERNALS'], order: 157 },
  },
  component: lazyRouteComponent(() => import('./issues.tsx'), 'Issues'),
})

export const routes = [issues] as const

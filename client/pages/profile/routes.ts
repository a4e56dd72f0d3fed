import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { access: ['BASIC'] },
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
})

export const routes = [profile] as const

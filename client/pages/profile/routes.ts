import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { access: ['BASIC'] },
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
})
const confirmEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/email_change/$token',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./confirm-email.tsx'), 'ConfirmEmail'),
})

export const routes = [profile, confirmEmail] as const

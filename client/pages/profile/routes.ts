import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { takeLinkToken } from '../../shell/link-token.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { access: ['BASIC'] },
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
})
const openEmailLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/email_change/$token',
  staticData: { access: 'public' },
  beforeLoad: takeLinkToken('/users/email_change'),
})
const confirmEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/email_change',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./confirm-email.tsx'), 'ConfirmEmail'),
})

export const routes = [profile, openEmailLink, confirmEmail] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod'
import { takeLinkToken } from '../../shell/link-token.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const search = z.object({
  redirect: z.string().optional().catch(undefined),
  demo: z.string().optional().catch(undefined),
})
/** `email` fills in the address of an invitation that has expired. */
const registerSearch = search.extend({ email: z.string().max(255).optional().catch(undefined) })
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/login',
  validateSearch: search,
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./login.tsx'), 'Login'),
})
/** A company's own login page, in its theme. */
const companyLogin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/login/$company',
  validateSearch: search,
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./login.tsx'), 'Login'),
})
/** Where an identity provider sends people back to. */
const callback = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/oidc/callback',
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./callback.tsx'), 'Callback'),
})
const confirmLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/oidc/confirm',
  staticData: { access: ['BASIC'] },
  component: lazyRouteComponent(() => import('./confirm-link.tsx'), 'ConfirmLink'),
})
const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/register',
  validateSearch: registerSearch,
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./register.tsx'), 'Register'),
})
/** Registration at a company, in its theme. */
const companyRegister = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/register/$company',
  validateSearch: registerSearch,
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./register.tsx'), 'Register'),
})
const openRegisterLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/register_link/$token',
  staticData: { access: 'public', bare: true },
  beforeLoad: takeLinkToken('/users/register_link'),
})
const registerLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/register_link',
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./register-link.tsx'), 'RegisterLink'),
})
/** Asks for a link, and sets a new password by it. The link's value leaves the address bar at once. */
const passwordReset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/password_reset',
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./password-reset.tsx'), 'PasswordReset'),
})
const passwordResetLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/password_reset/$token',
  staticData: { access: 'public', bare: true },
  beforeLoad: takeLinkToken('/users/password_reset'),
})
/** An invitation to manage zones. */
const migrateToRm = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/migrate_to_rm',
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./migrate-to-rm.tsx'), 'MigrateToRm'),
})
const migrateToRmLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/migrate_to_rm/$token',
  staticData: { access: 'public', bare: true },
  beforeLoad: takeLinkToken('/users/migrate_to_rm'),
})
const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./setup.tsx'), 'Setup'),
})

export const routes = [
  login,
  companyLogin,
  register,
  companyRegister,
  openRegisterLink,
  registerLink,
  callback,
  confirmLink,
  setup,
  passwordReset,
  passwordResetLink,
  migrateToRm,
  migrateToRmLink,
] as const

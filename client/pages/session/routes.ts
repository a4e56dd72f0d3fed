import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod'
import { takeLinkToken } from '../../shell/link-token.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const search = z.object({
  redirect: z.string().optional().catch(undefined),
  demo: z.string().optional().catch(undefined),
})
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
  validateSearch: search,
  staticData: { access: 'public', bare: true },
  component: lazyRouteComponent(() => import('./register.tsx'), 'Register'),
})
/** Registration at a company, in its theme. */
const companyRegister = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/register/$company',
  validateSearch: search,
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
] as const

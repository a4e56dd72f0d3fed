import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const texts = () => import('./texts.tsx')

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
})
const faq = createRoute({
  getParentRoute: () => rootRoute,
  path: '/faq',
  staticData: { access: 'public' },
  component: lazyRouteComponent(texts, 'Faq'),
})
const imprint = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imprint',
  staticData: { access: 'public' },
  component: lazyRouteComponent(texts, 'Imprint'),
})
const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: { access: 'public' },
  component: lazyRouteComponent(texts, 'Terms'),
})
const privacy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { access: 'public' },
  component: lazyRouteComponent(texts, 'Privacy'),
})

export const routes = [home, faq, imprint, terms, privacy] as const

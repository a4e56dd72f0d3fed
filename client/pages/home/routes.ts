import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'
import { Home } from './home.tsx'

const texts = () => import('./texts.tsx')

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { access: 'public' },
  // Of the first load: most people begin here, and what it shares with other pages comes without theirs.
  component: Home,
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

export const routes = [home, imprint, terms, privacy] as const

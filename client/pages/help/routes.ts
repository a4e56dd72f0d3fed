import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { helpSearch } from './search.ts'

const faq = createRoute({
  getParentRoute: () => rootRoute,
  path: '/faq',
  validateSearch: pageAddress<typeof helpSearch>,
  staticData: { access: 'public', searchable: true },
  component: lazyRouteComponent(() => import('./faq.tsx'), 'Faq'),
})
const contact = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  validateSearch: pageAddress<typeof helpSearch>,
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./contact.tsx'), 'Contact'),
})

export const routes = [faq, contact] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookers } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { finalizeSearch, requestSearch } from './search.ts'

const sites = createRoute({
  getParentRoute: () => rootRoute,
  path: '/location/sites',
  validateSearch: requestSearch,
  staticData: { access: 'public', searchable: true, inZone: (zoneId) => ({ zoneId }) },
  component: lazyRouteComponent(() => import('./public-sites.tsx'), 'PublicSites'),
})
const site = createRoute({
  getParentRoute: () => rootRoute,
  path: '/location/sites/$siteId',
  validateSearch: requestSearch,
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./public-site.tsx'), 'PublicSite'),
})
const location = createRoute({
  getParentRoute: () => rootRoute,
  path: '/details/location',
  validateSearch: requestSearch,
  staticData: { access: 'public', searchable: true, inZone: (zoneId) => ({ zoneId }) },
  component: lazyRouteComponent(() => import('./location-details.tsx'), 'LocationDetails'),
})
const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/add',
  validateSearch: requestSearch,
  staticData: {
    access: bookers,
    searchable: true,
    inZone: (zoneId) => ({ zoneId }),
    nav: { text: 'booking.nav', purpose: 'booking.purpose', icon: 'calendarPlus', sections: ['VIS'], order: 10 },
  },
  component: lazyRouteComponent(() => import('./add.tsx'), 'Add'),
})
const finalize = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/finalize',
  validateSearch: finalizeSearch,
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./finalize.tsx'), 'Finalize'),
})

export const routes = [sites, site, location, add, finalize] as const

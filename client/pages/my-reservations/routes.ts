import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookers } from '../../../contract/features.ts'
import type { history as pastReservations } from '../../../contract/reservations.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { lotsSearch } from './search.ts'

const current = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/current',
  staticData: {
    access: bookers,
    add: { path: '/reservations/add' },
    nav: {
      text: 'reservations.current',
      short: 'reservations.nav.current',
      purpose: 'reservations.current.purpose',
      icon: 'ticket',
      sections: ['VIS'],
      order: 40,
    },
  },
  component: lazyRouteComponent(() => import('./current.tsx'), 'Current'),
})
const history = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/history',
  validateSearch: listAddress<typeof pastReservations>,
  staticData: {
    access: bookers,
    searchable: true,
    nav: {
      text: 'reservations.history',
      short: 'reservations.nav.history',
      purpose: 'reservations.history.purpose',
      icon: 'history',
      sections: ['VIS'],
      order: 50,
    },
  },
  component: lazyRouteComponent(() => import('./history.tsx'), 'History'),
})
const lots = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots',
  validateSearch: lotsSearch,
  staticData: {
    access: bookers,
    searchable: true,
    add: { path: '/reservations/add' },
    nav: {
      text: 'reservations.lots',
      short: 'common.places',
      purpose: 'reservations.lots.purpose',
      icon: 'list',
      sections: ['VIS'],
      order: 60,
    },
  },
  component: lazyRouteComponent(() => import('./lots.tsx'), 'Lots'),
})
const lot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots/$reservationId',
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./lot.tsx'), 'Lot'),
})

export const routes = [current, history, lots, lot] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookingOperators } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { bookingSearch, calendarSearch } from './search.ts'

const bookings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations',
  validateSearch: pageAddress<typeof bookingSearch>,
  staticData: {
    access: bookingOperators,
    searchable: true,
    add: { path: '/reservations', search: { q: 'add' } },
    nav: {
      text: 'common.reservations',
      short: 'bookings.nav.short',
      purpose: 'bookings.nav.purpose',
      icon: 'calendar',
      sections: ['RM', 'OVERVIEW', 'VIS'],
      order: 70,
    },
  },
  component: lazyRouteComponent(() => import('./bookings.tsx'), 'Bookings'),
})
const booking = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/$reservationId',
  staticData: { access: bookingOperators },
  component: lazyRouteComponent(() => import('./booking.tsx'), 'Booking'),
})
const deviceCalendar = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/$deviceId/calendar',
  validateSearch: pageAddress<typeof calendarSearch>,
  staticData: { access: bookingOperators },
  component: lazyRouteComponent(() => import('./calendar.tsx'), 'Calendar'),
})

export const routes = [bookings, booking, deviceCalendar] as const

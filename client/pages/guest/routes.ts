import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const eticket = createRoute({
  getParentRoute: () => rootRoute,
  path: '/eticket/$token',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./ticket.tsx'), 'Ticket'),
})
const remoteReservation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./remote-reservation.tsx'), 'RemoteReservation'),
})
const remoteView = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token/view',
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./remote-view.tsx'), 'RemoteView'),
})

export const routes = [eticket, remoteReservation, remoteView] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { plainWord } from '../../../machines/plain-text.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { takeGuestToken } from './guest-link.ts'

/** A link that was copied by hand may have got spaces and invisible characters. */
const params = { parse: ({ token }: { token: string }) => ({ token: plainWord(token) }) }

const eticket = createRoute({
  getParentRoute: () => rootRoute,
  path: '/eticket/$token',
  params,
  beforeLoad: takeGuestToken,
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./ticket.tsx'), 'Ticket'),
})
const remoteReservation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token',
  params,
  beforeLoad: takeGuestToken,
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./remote-reservation.tsx'), 'RemoteReservation'),
})
const remoteView = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token/view',
  params,
  beforeLoad: takeGuestToken,
  staticData: { access: 'public' },
  component: lazyRouteComponent(() => import('./remote-view.tsx'), 'RemoteView'),
})

export const routes = [eticket, remoteReservation, remoteView] as const

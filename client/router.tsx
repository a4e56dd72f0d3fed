import { createRouter } from '@tanstack/react-router'
import { routes as barriers } from './pages/barriers/routes.ts'
import { routes as book } from './pages/book/routes.ts'
import { routes as codes } from './pages/codes/routes.ts'
import { routes as commandLog } from './pages/command-log/routes.ts'
import { routes as control } from './pages/control/routes.ts'
import { routes as credit } from './pages/credit/routes.ts'
import { routes as deviceAccessMethods } from './pages/device-access-methods/routes.ts'
import { routes as deviceTypes } from './pages/device-types/routes.ts'
import { routes as devices } from './pages/devices/routes.ts'
import { routes as events } from './pages/events/routes.ts'
import { routes as gallery } from './pages/gallery/routes.ts'
import { routes as gateways } from './pages/gateways/routes.ts'
import { routes as guest } from './pages/guest/routes.ts'
import { routes as help } from './pages/help/routes.ts'
import { routes as history } from './pages/history/routes.ts'
import { routes as home } from './pages/home/routes.ts'
import { routes as imports } from './pages/imports/routes.ts'
import { routes as insight } from './pages/insight/routes.ts'
import { routes as issues } from './pages/issues/routes.ts'
import { routes as locations } from './pages/locations/routes.ts'
import { routes as logs } from './pages/logs/routes.ts'
import { routes as maintenance } from './pages/maintenance/routes.ts'
import { routes as messages } from './pages/messages/routes.ts'
import { routes as myReservations } from './pages/my-reservations/routes.ts'
import { routes as open } from './pages/open/routes.ts'
import { routes as operation } from './pages/operation/routes.ts'
import { routes as plan } from './pages/plan/routes.ts'
import { routes as products } from './pages/products/routes.ts'
import { routes as profile } from './pages/profile/routes.ts'
import { routes as reservationAdmin } from './pages/reservation-admin/routes.ts'
import { routes as roles } from './pages/roles/routes.ts'
import { routes as session } from './pages/session/routes.ts'
import { routes as setup } from './pages/setup/routes.ts'
import { routes as sites } from './pages/sites/routes.ts'
import { routes as statistics } from './pages/statistics/routes.ts'
import { routes as tariffs } from './pages/tariffs/routes.ts'
import { routes as tenants } from './pages/tenants/routes.ts'
import { routes as timeMachine } from './pages/time-machine/routes.ts'
import { routes as zones } from './pages/zones/routes.ts'
import type { PageEntry } from './shell/pages.ts'
import { rootRoute } from './shell/root-route.tsx'
import { Crashed } from './shell/screens.tsx'
import { followSession } from './shell/session-flow.ts'
import { expectNewPage } from './ui/focus.ts'
import { PageSkeleton } from './ui/skeletons.tsx'

/** All routes, one line per domain. */
const routes = [
  ...barriers,
  ...book,
  ...codes,
  ...history,
  ...commandLog,
  ...control,
  ...credit,
  ...deviceAccessMethods,
  ...deviceTypes,
  ...devices,
  ...events,
  ...gallery,
  ...guest,
  ...gateways,
  ...help,
  ...home,
  ...imports,
  ...insight,
  ...issues,
  ...locations,
  ...logs,
  ...maintenance,
  ...messages,
  ...myReservations,
  ...open,
  ...operation,
  ...plan,
  ...products,
  ...profile,
  ...reservationAdmin,
  ...roles,
  ...session,
  ...setup,
  ...sites,
  ...statistics,
  ...tariffs,
  ...tenants,
  ...timeMachine,
  ...zones,
] as const
const routeTree = rootRoute.addChildren(routes)

/** All pages, as the guard and the navigation know them. */
export const pages: readonly PageEntry[] = routes.flatMap(({ options }) =>
  'path' in options ? [{ path: options.path, ...options.staticData }] : [],
)

/** The router of this page. */
export function createPageRouter() {
  const context = { pages, lastAllowed: '/' }
  const router = createRouter({
    routeTree,
    context,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: Crashed,
  })
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) expectNewPage()
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    context.lastAllowed = toLocation.href
  })
  followSession({
    pages,
    here: () => router.state.location.href,
    go: (href) => router.navigate({ href }),
    recheck: () => router.invalidate(),
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
}

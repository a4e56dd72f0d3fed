import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod'
import { t } from './i18n/i18n.ts'
import { finalizeSearch, wishSearch } from './pages/book/search.ts'
import { ledgerSearch, orderSearch } from './pages/command-log/search.ts'
import { remoteSearch } from './pages/control/search.ts'
import { malfunctionSearch } from './pages/insight/search.ts'
import { addSearch, maintenanceSearch, periodSearch } from './pages/maintenance/search.ts'
import { noticeSearch } from './pages/messages/search.ts'
import { creditSearch, historySearch, lotsSearch } from './pages/my-reservations/search.ts'
import { kindSearch, storageSearch } from './pages/operation/search.ts'
import { planSearch } from './pages/plan/search.ts'
import { bookingSearch, calendarSearch } from './pages/reservation-admin/search.ts'
import { statisticsSearch } from './pages/statistics/search.ts'
import { timeMachineSearch } from './pages/time-machine/search.ts'
import { pageOf } from './shell/pages.ts'
import { Crashed, NotFound } from './shell/screens.tsx'
import { followSession, loginAddress, moveAdmin, verdictOn } from './shell/session-flow.ts'
import { Shell } from './shell/shell.tsx'
import { sessionReady } from './stores/session.ts'
import { expectNewPage } from './ui/focus.ts'
import { notify } from './ui/notify.tsx'
import { PageSkeleton } from './ui/skeletons.tsx'

/** Public pages do not wait longer than this for the answer whether a session lives; they are drawn again when it comes. */
const publicPatienceMs = 1_200

/** Where the person stands: the last location that the guard let through. */
let lastAllowed = '/'

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: Crashed,
  beforeLoad: async ({ location, preload }) => {
    await sessionReady(pageOf(location.pathname)?.access === 'public' ? publicPatienceMs : undefined)
    const verdict = verdictOn(location)
    if (verdict.kind === 'login') throw redirect({ href: loginAddress(verdict.redirect) })
    if (verdict.kind === 'admin' && !preload) await moveAdmin()
    if (verdict.kind === 'denied') {
      if (!preload) notify.warning(t('shell.denied.text'), { title: t('shell.denied.title'), id: 'denied' })
      throw redirect({ href: lastAllowed === location.href ? '/' : lastAllowed, replace: true })
    }
  },
})

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx'), 'Home'),
})
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/login',
  staticData: { bare: true },
  validateSearch: z.object({
    redirect: z.string().optional().catch(undefined),
    demo: z.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./pages/session/login.tsx'), 'Login'),
})
const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  staticData: { bare: true },
  component: lazyRouteComponent(() => import('./pages/session/setup.tsx'), 'Setup'),
})
const legal = () => import('./pages/home/texts.tsx')
const faq = createRoute({ getParentRoute: () => rootRoute, path: '/faq', component: lazyRouteComponent(legal, 'Faq') })
const imprint = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imprint',
  component: lazyRouteComponent(legal, 'Imprint'),
})
const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: lazyRouteComponent(legal, 'Terms'),
})
const privacy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: lazyRouteComponent(legal, 'Privacy'),
})
const eticket = createRoute({
  getParentRoute: () => rootRoute,
  path: '/eticket/$token',
  component: lazyRouteComponent(() => import('./pages/guest/ticket.tsx'), 'Ticket'),
})
const malfunctions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/malfunctions',
  validateSearch: malfunctionSearch,
  component: lazyRouteComponent(() => import('./pages/insight/malfunctions.tsx'), 'Malfunctions'),
})
const device = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/$deviceId',
  component: lazyRouteComponent(() => import('./pages/insight/device.tsx'), 'Device'),
})
const remote = createRoute({
  getParentRoute: () => rootRoute,
  path: '/smart-remote',
  validateSearch: remoteSearch,
  component: lazyRouteComponent(() => import('./pages/control/remote.tsx'), 'Remote'),
})

const current = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/current',
  component: lazyRouteComponent(() => import('./pages/my-reservations/current.tsx'), 'Current'),
})
const history = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('./pages/my-reservations/history.tsx'), 'History'),
})
const lots = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots',
  validateSearch: lotsSearch,
  component: lazyRouteComponent(() => import('./pages/my-reservations/lots.tsx'), 'Lots'),
})
const lot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots/$reservationId',
  component: lazyRouteComponent(() => import('./pages/my-reservations/lot.tsx'), 'Lot'),
})
const open = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots/$reservationId/open',
  component: lazyRouteComponent(() => import('./pages/open/open-page.tsx'), 'OpenPage'),
})
const credit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit',
  validateSearch: creditSearch,
  component: lazyRouteComponent(() => import('./pages/credit/credit.tsx'), 'Credit'),
})

const bookings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations',
  validateSearch: bookingSearch,
  component: lazyRouteComponent(() => import('./pages/reservation-admin/bookings.tsx'), 'Bookings'),
})
const booking = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/$reservationId',
  component: lazyRouteComponent(() => import('./pages/reservation-admin/booking.tsx'), 'Booking'),
})
const deviceCalendar = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/$deviceId/calendar',
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import('./pages/reservation-admin/calendar.tsx'), 'Calendar'),
})
const gallery = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  component: lazyRouteComponent(() => import('./pages/gallery/gallery.tsx'), 'Gallery'),
})
const orders = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: ledgerSearch,
  component: lazyRouteComponent(() => import('./pages/command-log/ledger.tsx'), 'Ledger'),
})
const order = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$orderId',
  validateSearch: orderSearch,
  component: lazyRouteComponent(() => import('./pages/command-log/order.tsx'), 'Order'),
})
const storage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/storage',
  validateSearch: storageSearch,
  component: lazyRouteComponent(() => import('./pages/operation/storage.tsx'), 'Storage'),
})
const storedKind = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/storage/$kind',
  validateSearch: kindSearch,
  component: lazyRouteComponent(() => import('./pages/operation/kind.tsx'), 'Kind'),
})
const processes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/processes',
  component: lazyRouteComponent(() => import('./pages/operation/processes.tsx'), 'Processes'),
})
const notices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices',
  validateSearch: noticeSearch,
  component: lazyRouteComponent(() => import('./pages/messages/notices.tsx'), 'Notices'),
})
const notice = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices/$noticeId',
  component: lazyRouteComponent(() => import('./pages/messages/notice-screen.tsx'), 'NoticeScreen'),
})
const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile.tsx'), 'Profile'),
})
const codes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes',
  component: lazyRouteComponent(() => import('./pages/codes/codes.tsx'), 'Codes'),
})
const addCode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/add',
  component: lazyRouteComponent(() => import('./pages/codes/add-code.tsx'), 'AddCode'),
})
const deviceTypes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types',
  component: lazyRouteComponent(() => import('./pages/device-types/device-types.tsx'), 'DeviceTypes'),
})
const deviceType = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types/$deviceTypeId',
  component: lazyRouteComponent(() => import('./pages/device-types/device-type.tsx'), 'DeviceType'),
})
const plan = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/visualization',
  validateSearch: planSearch,
  component: lazyRouteComponent(() => import('./pages/plan/plan.tsx'), 'Plan'),
})
const timeMachine = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites/time-machine',
  validateSearch: timeMachineSearch,
  component: lazyRouteComponent(() => import('./pages/time-machine/time-machine.tsx'), 'TimeMachine'),
})
const statistics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statistics',
  validateSearch: statisticsSearch,
  component: lazyRouteComponent(() => import('./pages/statistics/statistics.tsx'), 'Statistics'),
})
const maintenance = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance',
  validateSearch: maintenanceSearch,
  component: lazyRouteComponent(() => import('./pages/maintenance/periods.tsx'), 'Periods'),
})
const addMaintenance = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance/add',
  validateSearch: addSearch,
  component: lazyRouteComponent(() => import('./pages/maintenance/add.tsx'), 'Add'),
})
const maintenancePeriod = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance/$periodId',
  validateSearch: periodSearch,
  component: lazyRouteComponent(() => import('./pages/maintenance/period.tsx'), 'Period'),
})
const remoteReservation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token',
  component: lazyRouteComponent(() => import('./pages/guest/remote-reservation.tsx'), 'RemoteReservation'),
})
const remoteView = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/remote/$token/view',
  component: lazyRouteComponent(() => import('./pages/guest/remote-view.tsx'), 'RemoteView'),
})
const sites = createRoute({
  getParentRoute: () => rootRoute,
  path: '/location/sites',
  validateSearch: wishSearch,
  component: lazyRouteComponent(() => import('./pages/book/public-sites.tsx'), 'PublicSites'),
})
const site = createRoute({
  getParentRoute: () => rootRoute,
  path: '/location/sites/$siteId',
  validateSearch: wishSearch,
  component: lazyRouteComponent(() => import('./pages/book/public-site.tsx'), 'PublicSite'),
})
const location = createRoute({
  getParentRoute: () => rootRoute,
  path: '/details/location',
  validateSearch: wishSearch,
  component: lazyRouteComponent(() => import('./pages/book/location-details.tsx'), 'LocationDetails'),
})
const add = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/add',
  validateSearch: wishSearch,
  component: lazyRouteComponent(() => import('./pages/book/add.tsx'), 'Add'),
})
const finalize = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reservations/finalize',
  validateSearch: finalizeSearch,
  component: lazyRouteComponent(() => import('./pages/book/finalize.tsx'), 'Finalize'),
})

/** All routes. A page that is added here gets its entry in shell/pages.ts too (router.test.ts). */
export const routeTree = rootRoute.addChildren([
  home,
  login,
  setup,
  faq,
  imprint,
  terms,
  privacy,
  eticket,
  sites,
  site,
  location,
  add,
  finalize,
  malfunctions,
  device,
  remote,
  current,
  history,
  lots,
  lot,
  open,
  credit,
  bookings,
  booking,
  deviceCalendar,
  orders,
  order,
  gallery,
  notices,
  notice,
  storage,
  storedKind,
  processes,
  profile,
  codes,
  addCode,
  deviceTypes,
  deviceType,
  plan,
  timeMachine,
  statistics,
  maintenance,
  addMaintenance,
  maintenancePeriod,
  remoteReservation,
  remoteView,
])

/** The router of this page. */
export function createPageRouter() {
  const router = createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: Crashed,
  })
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) expectNewPage()
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    lastAllowed = toLocation.href
  })
  followSession({
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
  interface StaticDataRouteOption {
    /** The route fills the window itself: no frame around it. */
    bare?: boolean
  }
}

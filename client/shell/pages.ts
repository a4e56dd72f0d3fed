import { type Access, type Feature, operatorFeatures, type Role, remoteFeatures } from '../../contract/features.ts'
import type { TextKey } from '../i18n/areas.ts'
import type { IconName } from '../ui/icons.tsx'

/** Whoever books for himself. */
const bookers = ['BASIC_VIS'] as const satisfies readonly Feature[]

/** Sections of the navigation, in the order in which they stand. */
export const sections = ['VIS', 'RM', 'CUSTOMER_API', 'OVERVIEW', 'CUSTOMERS', 'ACL', 'INTERNALS', 'SUPPORT'] as const
export type Section = (typeof sections)[number]

/** Which sections a role has. */
export const sectionsOf: Readonly<Record<Role, readonly Section[]>> = {
  Visitor: ['VIS'],
  'Reservation Manager': ['VIS', 'RM', 'CUSTOMER_API'],
  Admin: ['OVERVIEW', 'CUSTOMERS', 'ACL', 'INTERNALS', 'SUPPORT'],
  Support: ['SUPPORT'],
}

/** Who sees the reservations of his zones (contract/reservations.ts, of which the first load shall know nothing). */
const bookingOperators = ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'] as const

/** Who reads orders (contract/control.ts, of which the first load shall know nothing). */
const ledgerReaders = ['BASIC_RM', 'BASIC_ADM', 'BASIC_SUP', 'SMART_REMOTE_PLUS'] as const

interface NavEntry {
  readonly text: TextKey
  /** For the phone's bar, where the name is too long for it. */
  readonly short?: TextKey
  /** What the page is for, on the start page. */
  readonly purpose: TextKey
  readonly icon: IconName
  /** Sections that it may stand in; the first one that the role has is taken. */
  readonly sections: readonly Section[]
}

export interface PageEntry {
  /** Path as the router writes it: '$name' matches one segment. */
  readonly path: string
  readonly access: Access
  readonly nav?: NavEntry
}

/**
 * Every page that exists, with who may open it. The guard and the navigation read nothing else; router.test.ts holds it against the
 * routes. A new page: one entry here, one route in router.tsx.
 */
export const pages = [
  { path: '/', access: 'public' },
  { path: '/users/login', access: 'public' },
  { path: '/setup', access: 'public' },
  { path: '/faq', access: 'public' },
  { path: '/imprint', access: 'public' },
  { path: '/terms', access: 'public' },
  { path: '/privacy', access: 'public' },
  { path: '/eticket/$token', access: 'public' },
  { path: '/location/sites', access: 'public' },
  { path: '/location/sites/$siteId', access: 'public' },
  { path: '/details/location', access: 'public' },
  {
    path: '/reservations/add',
    access: ['BASIC_VIS'],
    nav: {
      text: 'booking.nav',
      purpose: 'booking.purpose',
      icon: 'search',
      sections: ['VIS'],
    },
  },
  { path: '/reservations/finalize', access: ['BASIC_VIS'] },
  {
    path: '/malfunctions',
    access: operatorFeatures,
    nav: {
      text: 'common.malfunctions',
      short: 'shell.nav.dashboard.short',
      purpose: 'home.start.dashboard',
      icon: 'dashboard',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  {
    path: '/smart-remote',
    access: remoteFeatures,
    nav: {
      text: 'shell.nav.remote',
      short: 'shell.nav.remote.short',
      purpose: 'home.start.remote',
      icon: 'remote',
      sections: ['RM', 'OVERVIEW', 'VIS'],
    },
  },
  { path: '/devices/$deviceId', access: operatorFeatures },
  {
    path: '/reservations/current',
    access: bookers,
    nav: {
      text: 'reservations.current',
      short: 'reservations.nav.current',
      purpose: 'reservations.current.purpose',
      icon: 'ticket',
      sections: ['VIS'],
    },
  },
  {
    path: '/reservations/history',
    access: bookers,
    nav: {
      text: 'reservations.history',
      short: 'reservations.nav.history',
      purpose: 'reservations.history.purpose',
      icon: 'history',
      sections: ['VIS'],
    },
  },
  {
    path: '/reserved-parking-lots',
    access: bookers,
    nav: {
      text: 'reservations.lots',
      short: 'common.places',
      purpose: 'reservations.lots.purpose',
      icon: 'list',
      sections: ['VIS'],
    },
  },
  { path: '/reserved-parking-lots/$reservationId', access: bookers },
  { path: '/reserved-parking-lots/$reservationId/open', access: bookers },
  { path: '/credit', access: bookers },
  {
    path: '/reservations',
    access: bookingOperators,
    nav: {
      text: 'common.reservations',
      short: 'bookings.nav.short',
      purpose: 'bookings.nav.purpose',
      icon: 'calendar',
      sections: ['RM', 'OVERVIEW', 'VIS'],
    },
  },
  { path: '/reservations/$reservationId', access: bookingOperators },
  { path: '/devices/$deviceId/calendar', access: bookingOperators },
  {
    path: '/sites/visualization',
    access: operatorFeatures,
    nav: {
      text: 'plan.title',
      short: 'common.plan',
      purpose: 'plan.nav.purpose',
      icon: 'map',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  {
    path: '/sites/time-machine',
    access: operatorFeatures,
    nav: {
      text: 'time-machine.nav',
      purpose: 'time-machine.nav.purpose',
      icon: 'clock',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  {
    path: '/statistics',
    access: operatorFeatures,
    nav: {
      text: 'statistics.title',
      purpose: 'statistics.nav.purpose',
      icon: 'chart',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  {
    path: '/maintenance',
    access: operatorFeatures,
    nav: {
      text: 'common.maintenance',
      purpose: 'maintenance.nav.purpose',
      icon: 'maintenance',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  { path: '/maintenance/add', access: operatorFeatures },
  { path: '/maintenance/$periodId', access: operatorFeatures },
  {
    path: '/orders',
    access: ledgerReaders,
    nav: {
      text: 'common.commands',
      purpose: 'ledger.nav.purpose',
      icon: 'history',
      sections: ['RM', 'OVERVIEW', 'VIS', 'SUPPORT'],
    },
  },
  { path: '/orders/$orderId', access: ledgerReaders },
  {
    path: '/notices',
    access: operatorFeatures,
    nav: {
      text: 'common.messages',
      purpose: 'notices.nav.purpose',
      icon: 'send',
      sections: ['RM', 'OVERVIEW'],
    },
  },
  { path: '/notices/$noticeId', access: operatorFeatures },
  {
    path: '/operation/storage',
    access: ['BASIC_ADM'],
    nav: { text: 'operation.title', purpose: 'operation.nav.purpose', icon: 'box', sections: ['INTERNALS'] },
  },
  { path: '/operation/storage/$kind', access: ['BASIC_ADM'] },
  {
    path: '/operation/processes',
    access: ['BASIC_ADM'],
    nav: {
      text: 'operation.processes.title',
      purpose: 'operation.processes.nav.purpose',
      icon: 'power',
      sections: ['INTERNALS'],
    },
  },
  { path: '/profile', access: 'session' },
  { path: '/gallery', access: operatorFeatures },
  {
    path: '/codes',
    access: ['BASIC_VIS', ...operatorFeatures],
    nav: { text: 'codes.title', purpose: 'codes.nav.purpose', icon: 'key', sections: ['VIS', 'CUSTOMERS'] },
  },
  { path: '/codes/add', access: ['BASIC_VIS'] },
  {
    path: '/device-types',
    access: ['BASIC_ADM'],
    nav: { text: 'device-types.title', purpose: 'device-types.nav.purpose', icon: 'tag', sections: ['INTERNALS'] },
  },
  { path: '/device-types/$deviceTypeId', access: ['BASIC_ADM'] },
  { path: '/reservations/remote/$token', access: 'public' },
  { path: '/reservations/remote/$token/view', access: 'public' },
] as const satisfies readonly PageEntry[]

/** The entry of a path like '/devices/7', or undefined. A page of just this path goes before one with a name in its place. */
export function pageOf(pathname: string, among: readonly PageEntry[] = pages): PageEntry | undefined {
  const wanted = pathname.split('/').filter(Boolean)
  const fits = among.filter(({ path }) => {
    const parts = path.split('/').filter(Boolean)
    return parts.length === wanted.length && parts.every((part, at) => part.startsWith('$') || part === wanted[at])
  })
  return fits.find(({ path }) => !path.includes('$')) ?? fits[0]
}

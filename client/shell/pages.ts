import { type Access, operatorFeatures, type Role, remoteFeatures } from '../../contract/features.ts'
import type { TextKey } from '../i18n/areas.ts'
import type { IconName } from '../ui/icons.tsx'

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

interface NavEntry {
  readonly text: TextKey
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
  {
    path: '/malfunctions',
    access: operatorFeatures,
    nav: {
      text: 'shell.nav.dashboard',
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
      purpose: 'home.start.remote',
      icon: 'remote',
      sections: ['RM', 'OVERVIEW', 'VIS'],
    },
  },
  { path: '/devices/$deviceId', access: operatorFeatures },
] as const satisfies readonly PageEntry[]

/** The entry of a path like '/devices/7', or undefined. */
export function pageOf(pathname: string, among: readonly PageEntry[] = pages): PageEntry | undefined {
  const wanted = pathname.split('/').filter(Boolean)
  return among.find(({ path }) => {
    const parts = path.split('/').filter(Boolean)
    return parts.length === wanted.length && parts.every((part, at) => part.startsWith('$') || part === wanted[at])
  })
}

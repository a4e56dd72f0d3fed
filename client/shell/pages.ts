import { useRouter } from '@tanstack/react-router'
import { type Access, type Feature, mayAccess, type Role } from '../../contract/features.ts'
import type { Me } from '../../contract/session.ts'
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
  /** For the phone's bar, if the name is too long. */
  readonly short?: TextKey
  /** What the page is for, on the start page. */
  readonly purpose: TextKey
  readonly icon: IconName
  /** Possible sections; the first one that the role has is used. */
  readonly sections: readonly Section[]
  /** Entries of a section are in ascending order. */
  readonly order: number
}

/** What each route declares beside its component: who may open it, and its place in the navigation. */
export interface PageFacts {
  readonly access: Access
  readonly nav?: NavEntry
  /** The page fills the window itself: no frame around it. */
  readonly bare?: boolean
  /** The page has a search, which the phone's bar leads to. */
  readonly searchable?: boolean
  /** Where something is added to what the page shows; the phone's bar leads there. */
  readonly add?: PageAdd
  /** The address that shows one zone: people who chose a zone to start with get it when they first open the page. */
  readonly inZone?: (zoneId: number) => Readonly<Record<string, string | number>>
}

/** Who may see what adds something. */
export type Adder = Pick<Me, 'role' | 'type'> & { readonly features: readonly Feature[] }
export interface PageAdd {
  /** Path of ours. */
  readonly path: string
  readonly search?: Readonly<Record<string, string>>
  /** Parts of the page's own search that are passed on: the chosen site. */
  readonly keep?: readonly string[]
  /** Asked besides the access of that page. */
  readonly may?: (person: Adder) => boolean
}

/** A page as the guard and the navigation know it. */
export interface PageEntry extends PageFacts {
  /** Path as the router writes it: '$name' matches one segment. */
  readonly path: string
}

/** All pages, from the router's context. */
export const usePages = (): readonly PageEntry[] => useRouter().options.context.pages

/** Returns the entry of a path like '/devices/7', or undefined. An exact path takes precedence over one with a parameter. */
export function pageOf(pathname: string, among: readonly PageEntry[]): PageEntry | undefined {
  const wanted = pathname.split('/').filter(Boolean)
  const fits = among.filter(({ path }) => {
    const parts = path.split('/').filter(Boolean)
    return parts.length === wanted.length && parts.every((part, at) => part.startsWith('$') || part === wanted[at])
  })
  return fits.find(({ path }) => !path.includes('$')) ?? fits[0]
}

/** Returns where the person adds something to a page, or null if they may not, or nothing is added there. */
export function addOn({ add }: Pick<PageEntry, 'add'>, person: Adder, among: readonly PageEntry[]): PageAdd | null {
  if (add === undefined || add.may?.(person) === false) return null
  const target = pageOf(add.path, among)
  return target !== undefined && mayAccess(target.access, new Set(person.features)) ? add : null
}

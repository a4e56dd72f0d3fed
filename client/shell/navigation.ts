import { type Feature, mayAccess, type Role } from '../../contract/features.ts'
import { type GuardSession, guard, safeRedirect } from './guard.ts'
import { type PageEntry, pageOf, type Section, sections, sectionsOf } from './pages.ts'

export type NavPage = PageEntry & { readonly nav: NonNullable<PageEntry['nav']> }
export interface NavSection {
  readonly section: Section
  readonly pages: readonly NavPage[]
}

/** The navigation of a role with its features: its sections in order, each with the existing pages that it may open; empty sections are left out (NAV-7). */
export function navigation(role: Role, features: readonly Feature[], among: readonly PageEntry[]): NavSection[] {
  const held = new Set<string>(features)
  const own = sectionsOf[role]
  const open = among
    .filter((page): page is NavPage => page.nav !== undefined && mayAccess(page.access, held))
    .sort((a, b) => a.nav.order - b.nav.order)
  const placeOf = (page: NavPage) => page.nav.sections.find((section) => own.includes(section))
  return sections
    .map((section) => ({ section, pages: open.filter((page) => placeOf(page) === section) }))
    .filter((entry) => entry.pages.length > 0)
}

/** The sections with the work of a role. Visitors have none: they start on the start page. */
const workOf: Readonly<Record<Role, Section | null>> = {
  Visitor: null,
  'Reservation Manager': 'RM',
  Admin: 'OVERVIEW',
  Support: 'SUPPORT',
}

/** The first page after login: the first page of the person's work, else the start page. */
export function homePath(role: Role, features: readonly Feature[], among: readonly PageEntry[]): string {
  return navigation(role, features, among).find(({ section }) => section === workOf[role])?.pages[0]?.path ?? '/'
}

/** Returns the page that the person chose to start with, if it exists and they may open it; else null. */
export function chosenHome(
  chosen: string | null,
  session: GuardSession,
  app: 'portal' | 'admin',
  among: readonly PageEntry[],
): string | null {
  const href = safeRedirect(chosen ?? undefined)
  if (href === null) return null
  const { pathname } = new URL(href, 'http://this.host')
  return pageOf(pathname, among) && guard({ pathname, href }, session, app, among).kind === 'pass' ? href : null
}

/** The pages of the bottom bar: those of the work first, then the others in order. */
export function nearestPages(role: Role, sections: readonly NavSection[], count = 3): NavPage[] {
  const work = sections.filter(({ section }) => section === workOf[role])
  const rest = sections.filter(({ section }) => section !== workOf[role])
  return [...work, ...rest].flatMap((section) => section.pages).slice(0, count)
}

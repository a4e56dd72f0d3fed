import { type Feature, mayAccess, type Role } from '../../contract/features.ts'
import { type PageEntry, pages, type Section, sections, sectionsOf } from './pages.ts'

export type NavPage = PageEntry & { readonly nav: NonNullable<PageEntry['nav']> }
export interface NavSection {
  readonly section: Section
  readonly pages: readonly NavPage[]
}

/** The navigation of a role with its features: its sections in order, each with the pages that exist and that it may open; empty sections are left out (NAV-7). */
export function navigation(
  role: Role,
  features: readonly Feature[],
  among: readonly PageEntry[] = pages,
): NavSection[] {
  const held = new Set<string>(features)
  const own = sectionsOf[role]
  const open = among.filter((page): page is NavPage => page.nav !== undefined && mayAccess(page.access, held))
  const placeOf = (page: NavPage) => page.nav.sections.find((section) => own.includes(section))
  return sections
    .map((section) => ({ section, pages: open.filter((page) => placeOf(page) === section) }))
    .filter((entry) => entry.pages.length > 0)
}

/** The page that somebody sees first after login: the first of his navigation, else the start page. */
export function homePath(role: Role, features: readonly Feature[], among: readonly PageEntry[] = pages): string {
  return navigation(role, features, among)[0]?.pages[0]?.path ?? '/'
}

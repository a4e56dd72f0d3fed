import type { Role } from '../../contract/features.ts'
import { type TextGroup, textGroups } from '../i18n/text-groups.ts'
import type { PageEntry } from './pages.ts'

/** Pages that need only the texts everybody loads first. */
const firstPages: ReadonlySet<string> = new Set([
  '/',
  '/users/login',
  '/users/login/$company',
  '/setup',
  '/imprint',
  '/terms',
  '/privacy',
])

/** Returns the parts of the texts that a page needs. */
export function textsOfPage(page: Pick<PageEntry, 'path' | 'access'> | undefined): readonly TextGroup[] {
  if (page === undefined || firstPages.has(page.path)) return ['first']
  const ofVisitors = typeof page.access === 'string' || page.access.includes('BASIC_VIS')
  return ofVisitors ? ['first', 'visitor'] : textGroups
}

/** Returns the parts of the texts that the navigation of a role needs. */
export function textsOfRole(role: Role | null): readonly TextGroup[] {
  if (role === null) return ['first']
  return role === 'Visitor' ? ['first', 'visitor'] : textGroups
}

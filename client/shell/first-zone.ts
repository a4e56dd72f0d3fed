import type { Me } from '../../contract/session.ts'
import type { PageEntry } from './pages.ts'

/** The pages that a person has opened in this visit. */
let opened: { readonly userId: number; readonly paths: Set<string> } | undefined

/**
 * Returns the search of an address that shows the zone which the person starts with, when they open the page for the first
 * time in this visit and nothing is filtered yet; else null. From then on the page shows what they choose there (NAV-10).
 */
export function firstZoneSearch(
  page: Pick<PageEntry, 'path' | 'inZone'> | undefined,
  search: Readonly<Record<string, unknown>>,
  user: Pick<Me, 'id' | 'firstZone'> | null,
): Readonly<Record<string, string | number>> | null {
  if (user === null || page?.inZone === undefined) return null
  if (opened?.userId !== user.id) opened = { userId: user.id, paths: new Set() }
  const isFirst = !opened.paths.has(page.path)
  opened.paths.add(page.path)
  return isFirst && user.firstZone !== null && Object.keys(search).length === 0 ? page.inZone(user.firstZone.id) : null
}

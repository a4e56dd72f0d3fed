import type { FieldIssue } from '../../contract/refusals.ts'

/** Links that a save adds and removes, both in ascending order. */
export interface LinkChange {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Returns the links to add and to remove. */
export function linkChange(kept: readonly number[], wanted: readonly number[]): LinkChange {
  return { added: without(wanted, kept), removed: without(kept, wanted) }
}

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  [...new Set(ids)].filter((id) => !others.includes(id)).sort((a, b) => a - b)

/** The requested values, and what the database says about them. */
export interface ZoneSave {
  /** Added sites and managers that do not exist, or that the caller may not see. */
  readonly unknownSites: readonly number[]
  readonly unknownManagers: readonly number[]
  /** Names of the removed sites that would belong to no zone. */
  readonly strandedSites: readonly string[]
  /** Sites change while maintenance of the whole zone is planned or active. */
  readonly sitesInMaintenance: boolean
  readonly tenant: 'fits' | 'unknown' | 'admins-only' | 'in-use'
}

const tenantIssues = {
  unknown: 'field-not-found',
  'admins-only': 'field-admins-only',
  'in-use': 'zone-tenant-in-use',
} as const

/** Returns the invalid fields of a zone, beyond its schema. */
export function zoneIssues(save: ZoneSave): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (save.tenant !== 'fits') issues.push({ path: 'tenantId', issue: tenantIssues[save.tenant] })
  if (save.unknownSites.length > 0) issues.push({ path: 'siteIds', issue: 'field-not-found' })
  else if (save.sitesInMaintenance) issues.push({ path: 'siteIds', issue: 'zone-in-maintenance' })
  else if (save.strandedSites.length > 0)
    issues.push({ path: 'siteIds', issue: 'site-needs-zone', params: { sites: save.strandedSites.join(', ') } })
  if (save.unknownManagers.length > 0) issues.push({ path: 'managerIds', issue: 'field-not-found' })
  return issues
}

/** A manager always stays a manager of the zones that they save, so that nobody locks themselves out by mistake. */
export function managersOf(wanted: readonly number[], actor: { userId: number; seesAll: boolean }): readonly number[] {
  return actor.seesAll || wanted.includes(actor.userId) ? wanted : [...wanted, actor.userId]
}

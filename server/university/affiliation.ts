import type { UniversityGroup } from '../../contract/university.ts'

/** Affiliations of the eduPerson schema. `member` and `alum` say nothing about staff or students. */
const groupOf: Readonly<Record<string, UniversityGroup>> = {
  staff: 'staff',
  employee: 'staff',
  faculty: 'staff',
  student: 'students',
}

/**
 * Returns the groups that a claim names: a list, or a text with spaces, commas or semicolons between affiliations, each
 * alone or with a scope (`student@uni.example`).
 */
export function groupsOf(claim: unknown): UniversityGroup[] {
  const values = Array.isArray(claim) ? claim : [claim]
  const affiliations = values.flatMap((value) => (typeof value === 'string' ? value.split(/[\s,;]+/) : []))
  const groups = affiliations.flatMap((affiliation) => groupOf[affiliation.split('@')[0]?.toLowerCase() ?? ''] ?? [])
  return [...new Set(groups)].sort()
}

/** Texts are loaded in three parts: what everybody reads first, what visitors read, what operators read. */
export const textGroups = ['first', 'visitor', 'operator'] as const
export type TextGroup = (typeof textGroups)[number]

/** Areas of the start page, the login and whatever stands around pages; the refusals belong to them. */
const firstAreas: ReadonlySet<string> = new Set(['common', 'home', 'legal', 'refusal', 'session', 'shell', 'ui'])

/** Areas of the pages that visitors and guests open. */
const visitorAreas: ReadonlySet<string> = new Set([
  'booking',
  'codes',
  'credit',
  'devices',
  'displacement',
  'forms',
  'guest',
  'lists',
  'open',
  'profile',
  'remote',
  'reservations',
])

/** Returns the part that an area of texts is loaded with. */
export function groupOf(area: string): TextGroup {
  if (firstAreas.has(area)) return 'first'
  return visitorAreas.has(area) ? 'visitor' : 'operator'
}

/** Texts are loaded in three parts: for everybody, for visitors, for operators. */
export const textGroups = ['first', 'visitor', 'operator'] as const
export type TextGroup = (typeof textGroups)[number]

/** Areas of the start page, the login and the frame around pages; includes the refusals. */
const firstAreas: ReadonlySet<string> = new Set([
  'common',
  'home',
  'legal',
  'oidc',
  'refusal',
  'session',
  'shell',
  'ui',
])

/** Areas of the pages that visitors and guests open. */
const visitorAreas: ReadonlySet<string> = new Set([
  'booking',
  'codes',
  'consequences',
  'credit',
  'devices',
  'displacement',
  'forms',
  'guest',
  'help',
  'invitations',
  'lists',
  'map',
  'open',
  'password',
  'pictures',
  'profile',
  'remote',
  'reservations',
  'security',
  'university',
])

/** Returns the part that an area of texts is loaded with. */
export function groupOf(area: string): TextGroup {
  if (firstAreas.has(area)) return 'first'
  return visitorAreas.has(area) ? 'visitor' : 'operator'
}

import type { Role } from '../../contract/features.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { Addresses } from '../kernel/context.ts'

interface Person {
  readonly state: 'REGISTERED' | 'ACTIVE' | 'DEACTIVATED'
  readonly role: Role
}
type Code = 'registration-not-finished' | 'account-deactivated' | 'admin-elsewhere' | 'not-an-admin'

/** Returns what prevents a session of a person who proved who they are; null if nothing does. */
export function whyNoSession(
  { portal, admin }: Addresses,
  app: 'portal' | 'admin',
  { state, role }: Person,
): Refusal<Code> | null {
  if (state === 'REGISTERED') return { code: 'registration-not-finished' }
  if (state === 'DEACTIVATED') return { code: 'account-deactivated' }
  if (app === 'portal' && role === 'Admin') return { code: 'admin-elsewhere', params: { adminUrl: admin } }
  if (app === 'admin' && role !== 'Admin') return { code: 'not-an-admin', params: { portalUrl: portal } }
  return null
}

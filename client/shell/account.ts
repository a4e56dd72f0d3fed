import type { Me } from '../../contract/session.ts'

/** What the shell shows of whoever is signed in. */
export interface Account extends Pick<Me, 'name' | 'email' | 'role' | 'type' | 'balanceCents'> {
  readonly tenant: { readonly name: string } | null
  readonly zones: readonly { readonly name: string }[]
}

/** The text key of the role's display name: an RM of type SUPER is a Super Reservation Manager. */
export function roleKey(user: Pick<Me, 'role' | 'type'>): `shell.role.${Me['role'] | 'Super Reservation Manager'}` {
  return user.role === 'Reservation Manager' && user.type === 'SUPER'
    ? 'shell.role.Super Reservation Manager'
    : `shell.role.${user.role}`
}

/** Up to two letters for a person's avatar. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return letters
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

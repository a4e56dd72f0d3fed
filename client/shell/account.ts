import type { Me } from '../../contract/session.ts'

/** What the shell shows of whoever is signed in. */
export interface Account extends Pick<Me, 'name' | 'email' | 'role' | 'roleName' | 'type' | 'balanceCents'> {
  readonly tenant: { readonly name: string } | null
  readonly zones: readonly { readonly name: string }[]
}

type RoleFacts = Pick<Me, 'role' | 'roleName' | 'type'>

/** The role's name: an RM of type SUPER is a Super Reservation Manager. */
export function roleOf({ role, roleName, type }: RoleFacts, text: (key: RoleKey) => string): string {
  if (roleName !== null) return roleName
  const isSuper = role === 'Reservation Manager' && type === 'SUPER'
  return text(isSuper ? 'shell.role.Super Reservation Manager' : `shell.role.${role}`)
}

type RoleKey = `shell.role.${Me['role'] | 'Super Reservation Manager'}`

/** Up to two letters for a person's avatar. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return letters
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

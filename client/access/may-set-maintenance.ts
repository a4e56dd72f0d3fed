import type { Feature } from '../../contract/features.ts'
import type { Me } from '../../contract/session.ts'

interface Person extends Pick<Me, 'role' | 'type'> {
  readonly features: readonly Feature[]
}

/** Whether somebody sets and ends maintenance: super reservation managers of customers who have it, and administrators (MAINT-1). The server decides. */
export function maySetMaintenance({ role, type, features }: Person): boolean {
  return role === 'Admin' || (role === 'Reservation Manager' && type === 'SUPER' && features.includes('MAINTENANCE'))
}

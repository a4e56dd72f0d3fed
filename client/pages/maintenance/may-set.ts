import { useSnapshot } from 'valtio'
import type { Feature } from '../../../contract/features.ts'
import type { Me } from '../../../contract/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { connection } from '../../stores/connection.ts'
import { session } from '../../stores/session.ts'

interface Person extends Pick<Me, 'role' | 'type'> {
  readonly features: readonly Feature[]
}

/** Whether somebody sets and ends maintenance: super reservation managers of customers who have it, and administrators (MAINT-1). The server decides. */
export function maySet({ role, type, features }: Person): boolean {
  return role === 'Admin' || (role === 'Reservation Manager' && type === 'SUPER' && features.includes('MAINTENANCE'))
}

/** Why the person at the screen cannot set or end maintenance now, as a sentence; null = it works. */
export function useMayNotSet(): { role: string | null; now: string | null } {
  const t = useT()
  const { user } = useSnapshot(session)
  const { carries } = useSnapshot(connection)
  const role = user !== null && maySet(user) ? null : t('maintenance.off.role')
  return { role, now: role ?? (carries ? null : t('maintenance.off.connection')) }
}

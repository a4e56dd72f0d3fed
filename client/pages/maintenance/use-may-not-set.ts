import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { connection } from '../../stores/connection.ts'
import { session } from '../../stores/session.ts'
import { maySet } from './may-set.ts'

/** Why the person cannot set or end maintenance now, as a sentence; null = allowed. */
export function useMayNotSet(): { role: string | null; now: string | null } {
  const t = useT()
  const { user } = useSnapshot(session)
  const { carries } = useSnapshot(connection)
  const role = user !== null && maySet(user) ? null : t('maintenance.off.role')
  return { role, now: role ?? (carries ? null : t('maintenance.off.connection')) }
}

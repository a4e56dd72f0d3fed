import { useSnapshot } from 'valtio'
import { maySetMaintenance } from '../../access/may-set-maintenance.ts'
import { useT } from '../../i18n/i18n.ts'
import { connection } from '../../stores/connection.ts'
import { session } from '../../stores/session.ts'

/** Why the person cannot set or end maintenance now, as a sentence; null = allowed. */
export function useMayNotSet(): { role: string | null; now: string | null } {
  const t = useT()
  const { user } = useSnapshot(session)
  const { carries } = useSnapshot(connection)
  const role = user !== null && maySetMaintenance(user) ? null : t('maintenance.off.role')
  return { role, now: role ?? (carries ? null : t('maintenance.off.connection')) }
}

import type { MaintenanceView, PeriodStatus } from '../../../contract/maintenance.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/status-badge.tsx'
import { endingOf } from './period-status.ts'
import { standingLooks } from './words.ts'

interface StandingBadgeProps {
  period: Pick<MaintenanceView, 'start' | 'end' | 'revokedAt'>
  standing: PeriodStatus
}

/** The status of a period in words; for past ones, how it ended. */
export function StandingBadge({ period, standing }: StandingBadgeProps) {
  const t = useT()
  return (
    <Badge {...standingLooks[standing]}>
      {standing === 'over' ? t(`maintenance.ending.${endingOf(period)}`) : t(`maintenance.standing.${standing}`)}
    </Badge>
  )
}

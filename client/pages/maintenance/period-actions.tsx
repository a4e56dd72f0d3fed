import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MaintenanceView, PeriodStatus } from '../../../contract/maintenance.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { endingOf } from './period-status.ts'

export type PeriodDialog = 'edit' | 'end' | 'remove'

interface PeriodActionsProps {
  period: MaintenanceView
  standing: PeriodStatus
  /** Why nothing can be changed right now. */
  off: string | null
  onOpen: (dialog: PeriodDialog) => void
}

/** What whoever sets maintenance may do with a period: edit, extend and end it, delete it if it never was. */
export function PeriodActions({ period, standing, off, onOpen }: PeriodActionsProps) {
  const t = useT()
  const { scope, target, site, end, revokedAt } = period
  const follow = { scope, target: target.id, ...(site ? { site: site.id } : {}), begin: end ?? undefined }
  return (
    <>
      {standing !== 'over' && (
        <ReasonButton icon="check" reason={off} onAct={() => onOpen('end')}>
          {t(standing === 'planned' ? 'maintenance.revoke.takeBack' : 'maintenance.revoke.end')}
        </ReasonButton>
      )}
      {standing !== 'over' && end !== null && (
        <Button
          component={Link}
          to={'/maintenance/add' as '/'}
          search={follow as never}
          variant="default"
          leftSection={<Icon name="calendar" size={18} />}
        >
          {t('maintenance.extend')}
        </Button>
      )}
      <ReasonButton icon="edit" reason={off} onAct={() => onOpen('edit')}>
        {t('maintenance.edit')}
      </ReasonButton>
      {revokedAt !== null && endingOf(period) === 'taken-back' && (
        <ReasonButton icon="close" reason={off} onAct={() => onOpen('remove')}>
          {t('common.delete')}
        </ReasonButton>
      )}
    </>
  )
}

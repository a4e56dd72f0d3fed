import { Button } from '@mantine/core'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import classes from './plan.module.css'

interface ConflictProps {
  /** As it is saved now. */
  plan: PlanView
  theirs: boolean
  onLook: () => void
  onDecide: (how: 'onTop' | 'take') => void
}

/** Somebody saved meanwhile: who and when, and what shall become of one's own changes. */
export function Conflict({ plan, theirs, onLook, onDecide }: ConflictProps) {
  const t = useT()
  const time = plan.modifiedAt === null ? '–' : formatDateTime(plan.modifiedAt, plan.timeZone)
  return (
    <Alert severity="warning" title={t('plan.conflict.title')}>
      <p className={classes.plainText}>
        {theirs
          ? t('plan.conflict.theirs.note')
          : t('plan.conflict.text', { name: plan.modifiedBy ?? t('plan.conflict.somebody'), time })}
      </p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onLook}>
          {t(theirs ? 'plan.conflict.mine' : 'plan.conflict.theirs')}
        </Button>
        <Button variant="default" onClick={() => onDecide('onTop')}>
          {t('plan.conflict.top')}
        </Button>
        <Button variant="default" onClick={() => onDecide('take')}>
          {t('plan.conflict.discard')}
        </Button>
      </div>
    </Alert>
  )
}

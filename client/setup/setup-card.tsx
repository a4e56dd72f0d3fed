import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Panel } from '../ui/page.tsx'
import { Progress } from './progress.tsx'
import classes from './setup.module.css'
import { StepActions } from './step-actions.tsx'
import { stepNames } from './step-links.ts'
import { useChecklist } from './use-checklist.ts'

/** The next step of setting up on the start page of admins, until all steps are done or it is put away. */
export function SetupCard() {
  const t = useT()
  const { found, put } = useChecklist()
  if (found === null || found.isSetUp || found.putAway || found.next === null) return null
  const { next, last, doneCount } = found
  return (
    <Panel title={t('setup.title')} aside={<Progress done={doneCount} />}>
      <div className={classes.card}>
        <p className={classes.text}>
          <strong>{t('setup.nextStep', { step: t(stepNames[next]) })}</strong> {t(`setup.step.${next}.text`)}
        </p>
        <div className={classes.cardActions}>
          <StepActions step={next} last={last} isNext />
          <Button component={Link} to="/getting-started" variant="subtle">
            {t('setup.all')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void put(true)}>
            {t('setup.putAway')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

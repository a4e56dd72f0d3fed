import { Switch } from '@mantine/core'
import { isOptional, type SetupStep, type StepState, setupSteps } from '../../../machines/setup-steps.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Progress } from '../../setup/progress.tsx'
import { StepActions } from '../../setup/step-actions.tsx'
import { stepIcons, stepNames } from '../../setup/step-links.ts'
import { type Checklist, useChecklist } from '../../setup/use-checklist.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './getting-started.module.css'

/** From an empty database to the first booking: what is done, and what comes next. */
export function GettingStarted() {
  const t = useT()
  const { found, refusal, asking, retry, put, fresh } = useChecklist()
  return (
    <Page
      title={t('setup.title')}
      lead={t('setup.lead')}
      live={found ? { fresh: fresh && refusal === null } : undefined}
    >
      {found === null && refusal === null && <RowsSkeleton />}
      {refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} retrying={asking} />
      )}
      {found !== null && (
        <>
          {found.isSetUp && <Alert severity="success">{t('setup.finished')}</Alert>}
          <div className={classes.head}>
            <Progress done={found.doneCount} />
            {!found.isSetUp && (
              <Switch
                label={t('setup.onStart')}
                checked={!found.putAway}
                onChange={({ currentTarget }) => void put(!currentTarget.checked)}
              />
            )}
          </div>
          <ol className={classes.steps} aria-label={t('setup.title')}>
            {setupSteps.map((step, at) => (
              <Step key={step} step={step} number={at + 1} state={found.states[step]} last={found.last} />
            ))}
          </ol>
        </>
      )}
    </Page>
  )
}

interface StepProps {
  step: SetupStep
  number: number
  state: StepState
  last: Checklist['last']
}

function Step({ step, number, state, last }: StepProps) {
  const t = useT()
  const isNext = state.is === 'next'
  return (
    <li className={classes.step} data-state={state.is} {...(isNext ? { 'aria-current': 'step' } : {})}>
      <span className={classes.sign}>
        <Icon name={stepIcons[step]} size={24} />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          <h2 className={classes.name}>
            {number}. {t(stepNames[step])}
          </h2>
          {state.is === 'done' && (
            <Badge tone="success" icon="check">
              {t('setup.state.done')}
            </Badge>
          )}
          {isNext && (
            <Badge tone="brand" icon="arrowRight">
              {t('setup.state.next')}
            </Badge>
          )}
          {state.is !== 'done' && isOptional(step) && <span className={classes.note}>{t('setup.state.optional')}</span>}
        </div>
        <p className={classes.text}>{t(`setup.step.${step}.text`)}</p>
        {state.is === 'waiting' && (
          <p className={classes.note}>{t('setup.state.waiting', { step: t(stepNames[state.for]) })}</p>
        )}
      </div>
      {(isNext || state.is === 'open') && <StepActions step={step} last={last} isNext={isNext} />}
    </li>
  )
}

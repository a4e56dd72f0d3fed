import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SetupStep } from '../../machines/setup-steps.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './setup.module.css'
import { linksOf } from './step-links.ts'
import type { Checklist } from './use-checklist.ts'

/** The pages on which a step is done; the first one stands out if the step is next. */
export function StepActions({ step, last, isNext }: { step: SetupStep; last: Checklist['last']; isNext: boolean }) {
  const t = useT()
  return (
    <div className={classes.ways}>
      {linksOf(step, last).map(({ text, to, search }, at) => (
        <Button
          key={text}
          component={Link}
          to={to as '/'}
          search={search as never}
          variant={isNext && at === 0 ? 'filled' : 'default'}
        >
          {t(text)}
        </Button>
      ))}
    </div>
  )
}

import { setupSteps } from '../../machines/setup-steps.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './setup.module.css'

/** How many of the steps are done. */
export function Progress({ done }: { done: number }) {
  const t = useT()
  return <span className={classes.progress}>{t('setup.progress', { done, of: setupSteps.length })}</span>
}

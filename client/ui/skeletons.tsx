import { useT } from '../i18n/i18n.ts'
import classes from './skeletons.module.css'

const steps = (count: number) => Array.from({ length: count }, (_, step) => step)

/** First load of a list: about as many rows as the list will have, so that nothing jumps. */
export function RowsSkeleton({ rows = 6, height = '3.5rem' }: { rows?: number; height?: string }) {
  const t = useT()
  return (
    <div className={classes.rows} role="status" aria-label={t('ui.loading')}>
      {steps(rows).map((row) => (
        <div key={row} className={classes.bone} style={{ height }} />
      ))}
    </div>
  )
}

/** A page whose code is loading. */
export function PageSkeleton() {
  const t = useT()
  return (
    <div className={classes.page} role="status" aria-label={t('ui.loading')}>
      <div className={classes.bone} style={{ height: '2.25rem', width: 'min(18rem, 70%)' }} />
      <div className={classes.bone} style={{ height: '2.75rem' }} />
      <div className={classes.bone} style={{ height: '16rem' }} />
    </div>
  )
}

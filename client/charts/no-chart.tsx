import { useT } from '../i18n/i18n.ts'
import classes from './charts.module.css'

/** Placeholder of a chart without data. */
export function NoChart({ name, label, text }: { name: string; label: string; text?: string }) {
  const t = useT()
  return (
    <figure className={classes.chart} aria-label={label} role="img">
      <figcaption className={classes.chartCaption}>
        <span className={classes.chartPart}>{name}</span>
      </figcaption>
      <p className={classes.none}>{text ?? t('insight.curves.readings', { count: 0 })}</p>
    </figure>
  )
}

import { useT } from '../i18n/i18n.ts'
import classes from './charts.module.css'

/** Where a chart would stand, when nothing came. */
export function NoChart({ name, label, text }: { name: string; label: string; text?: string }) {
  const t = useT()
  return (
    <figure className={classes.chart} aria-label={label} role="img">
      <figcaption>
        <span>{name}</span>
      </figcaption>
      <p className={classes.none}>{text ?? t('insight.curves.readings', { count: 0 })}</p>
    </figure>
  )
}

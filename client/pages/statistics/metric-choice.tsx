import { type Metric, metrics } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './statistics.module.css'

/** Which sensors are shown; at least one. All of them are the default (undefined). */
export function MetricChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Metric[]
  onChange: (chosen: Metric[] | undefined) => void
}) {
  const t = useT()
  const press = (metric: Metric) => {
    const next = metrics.filter((each) => chosen.includes(each) !== (each === metric))
    if (next.length > 0) onChange(next.length === metrics.length ? undefined : next)
  }
  return (
    <fieldset className={classes.metrics}>
      <legend className={classes.metricsLegend}>{t('statistics.sensors.choose')}</legend>
      {metrics.map((metric) => {
        const on = chosen.includes(metric)
        return (
          <label className={classes.metricsLabel} key={metric} data-checked={on || undefined}>
            <input
              className={classes.metricsInput}
              type="checkbox"
              checked={on}
              onChange={() => press(metric)}
              {...(on && chosen.length === 1 ? { 'aria-disabled': true, title: t('statistics.sensors.one') } : {})}
            />
            <Icon name={on ? 'check' : 'plus'} size={16} />
            {t(`insight.metric.${metric}`)}
          </label>
        )
      })}
    </fieldset>
  )
}

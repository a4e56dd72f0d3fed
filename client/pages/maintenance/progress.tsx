import type { MaintenanceView } from '../../../contract/maintenance.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './maintenance.module.css'
import { progressOf } from './period-status.ts'
import { affectedLooks } from './words.ts'

const shown = [
  ['pending', 'pending'],
  ['notMoved', 'not-moved'],
  ['lostAccess', 'lost-access'],
  ['rebooked', 'rebooked'],
  ['canceled', 'canceled'],
  ['restored', 'restored'],
] as const

/** Progress of a period's work, and its outcomes. */
export function Progress({ period }: { period: Pick<MaintenanceView, 'counts'> }) {
  const t = useT()
  const { total, done } = progressOf(period)
  const working = period.counts.pending > 0
  return (
    <div className={classes.progress}>
      <p className={classes.progressText} role="status">
        {working
          ? t('maintenance.progress.running', { done: formatNumber(done), total: formatNumber(total) })
          : t('maintenance.progress.done', { total })}
      </p>
      {working && (
        <progress
          className={classes.progressBar}
          aria-label={t('maintenance.progress.label')}
          value={done}
          max={total}
        />
      )}
      {total > 0 && (
        <ul className={classes.counts}>
          {shown.map(
            ([key, outcome]) =>
              period.counts[key] > 0 && (
                <li key={key}>
                  <Badge {...affectedLooks[outcome]} quiet>
                    {t(`maintenance.outcome.${outcome}`)} <strong>{formatNumber(period.counts[key])}</strong>
                  </Badge>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}

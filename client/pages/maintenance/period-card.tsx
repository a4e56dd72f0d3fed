import { Link } from '@tanstack/react-router'
import type { MaintenanceView } from '../../../contract/maintenance.ts'
import { zoneDiffers } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './maintenance.module.css'
import { endingOf, endMoment } from './period-status.ts'
import { Progress } from './progress.tsx'
import type { PeriodStatus } from './search.ts'
import { scopeIcons, spanText, standingLooks } from './words.ts'

/** The status of a period in words; for past ones, how it ended. */
export function StandingBadge({ period, standing }: { period: MaintenanceView; standing: PeriodStatus }) {
  const t = useT()
  return (
    <Badge {...standingLooks[standing]}>
      {standing === 'over' ? t(`maintenance.ending.${endingOf(period)}`) : t(`maintenance.standing.${standing}`)}
    </Badge>
  )
}

/** One period in the list; the whole card is a link. */
export function PeriodCard({ period, standing }: { period: MaintenanceView; standing: PeriodStatus }) {
  const t = useT()
  const { scope, target, site, timeZone, reason, createdBy } = period
  const end = standing === 'over' && endingOf(period) === 'early' ? endMoment(period) : period.end
  return (
    <article className={classes.card} data-standing={standing}>
      <header className={classes.cardHeader}>
        <span className={classes.sign}>
          <Icon name={scopeIcons[scope]} size={22} />
        </span>
        <div>
          <h3 className={classes.cardTitle}>
            <Link
              className={classes.cardLink}
              to="/maintenance/$periodId"
              params={{ periodId: String(period.id) } as never}
              aria-label={t('maintenance.open', { target: target.name })}
            >
              {target.name}
            </Link>
          </h3>
          <p className={classes.cardText}>
            {site === null || scope === 'site' ? t(`maintenance.scope.${scope}`) : site.name}
          </p>
        </div>
        <StandingBadge period={period} standing={standing} />
      </header>
      <div className={classes.cardBody}>
        <p className={classes.span}>
          <strong>{spanText({ start: period.start, end }, timeZone, t)}</strong>
          {zoneDiffers(new Date(period.start), timeZone) && (
            <small className={classes.spanNote}>{t('maintenance.span.zone', { zone: timeZone })}</small>
          )}
        </p>
        <p className={classes.reason}>{reason}</p>
        <p className={classes.dim}>
          {createdBy === null ? t('maintenance.by.system') : t('maintenance.by', { person: createdBy })}
        </p>
      </div>
      <Progress period={period} />
    </article>
  )
}

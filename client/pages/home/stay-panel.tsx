import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { opensAt } from '../../../machines/reservation-rules.ts'
import { formatDateTime, formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { openingOf } from '../../reservation/actions.ts'
import { lastOf, looks, type Stay, statusOf } from '../../reservation/stays.ts'
import { serverNow } from '../../ui/clock.ts'
import { hrefWith } from '../../ui/href-with.ts'
import { Icon, iconNamed } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './start.module.css'

/** One stay: where, when, and the one thing to do about it now. */
export function StayPanel({ stay }: { stay: Stay }) {
  const t = useT()
  const now = serverNow()
  const [first] = stay
  const standing = statusOf(first, now)
  const { tone, icon } = looks[standing]
  const { view, refusal } = openingOf(stay, now)
  const { timeZone } = view.site
  const at = opensAt({ start: new Date(view.start), prebookMinMinutes: view.rules.prebookMinMinutes })
  return (
    <Panel>
      <div className={classes.stay}>
        <Badge tone={tone} icon={icon}>
          {t(`reservations.standing.${standing}`)}
        </Badge>
        <h2 className={classes.stayTitle}>
          <Icon className={classes.wayIcon} name={iconNamed(view.device.type.icon, 'device')} size={26} />
          <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(first.id) }}>
            {view.device.name}
          </Link>
        </h2>
        <p className={classes.stayPlace}>
          {nameIn(view.device.type)} · {view.site.name}
        </p>
        <strong>{formatSpan(first.start, lastOf(stay).end, timeZone)}</strong>
        <div className={classes.more}>
          {standing === 'choosing' || standing === 'paying' ? (
            <Continue stay={stay} />
          ) : refusal === null ? (
            <Button
              component={Link}
              to="/reserved-parking-lots/$reservationId/open"
              params={{ reservationId: String(view.id) } as never}
              size="lg"
              leftSection={<Icon name="open" size={22} />}
            >
              {t('home.start.open')}
            </Button>
          ) : (
            refusal === 'reservation-not-begun' && (
              <span>{t('open.card.at', { time: formatDateTime(at, timeZone) })}</span>
            )
          )}
        </div>
      </div>
    </Panel>
  )
}

/** A place that is only held: booking continues where it stopped. */
function Continue({ stay: [view] }: { stay: Stay }) {
  const t = useT()
  const paying = view.hold?.kind === 'payment'
  const href = paying
    ? hrefWith('/reservations/finalize', { reservationId: view.id })
    : hrefWith('/reservations/add', { siteId: view.site.id, hold: view.id })
  return (
    <Button component={Link} to={href} size="lg">
      {t(paying ? 'reservations.toPayment' : 'reservations.toBooking')}
    </Button>
  )
}

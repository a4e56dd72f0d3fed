import { Link } from '@tanstack/react-router'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import { stepsOf } from './booking-words.ts'
import classes from './bookings.module.css'

/** What happened to a reservation and when, what is still to come, and what it is connected with. */
export function History({ booking }: { booking: BookingView }) {
  const t = useT()
  const { site, follows, followedBy } = booking
  const at = (time: string) => formatDateTime(time, site.timeZone, { seconds: true })
  const now = serverNow()
  return (
    <>
      <ol className={classes.history}>
        {stepsOf(booking).map(({ key, at: time }) => {
          const ahead = Date.parse(time) > now
          return (
            <li className={classes.historyItem} key={key} data-ahead={ahead || undefined}>
              <strong>
                {key === 'held' ? t('bookings.history.held', { time: at(time) }) : t(`bookings.history.${key}`)}
              </strong>
              <span className={classes.historyPart}>
                <time dateTime={time}>{at(time)}</time>
                {ahead && ` · ${t('bookings.history.ahead')}`}
              </span>
            </li>
          )
        })}
      </ol>
      {follows && (
        <p className={classes.plain}>
          <Link to="/reservations/$reservationId" params={{ reservationId: String(follows.id) }}>
            {t('bookings.history.follows', { number: String(follows.number) })}
          </Link>
        </p>
      )}
      {followedBy && (
        <p className={classes.plain}>
          <Link to="/reservations/$reservationId" params={{ reservationId: String(followedBy.id) }}>
            {t('bookings.history.followedBy', {
              number: String(followedBy.number),
              time: formatDateTime(followedBy.end, site.timeZone),
            })}
          </Link>
        </p>
      )}
    </>
  )
}

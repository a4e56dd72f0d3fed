import { useSyncExternalStore } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { formatAge, formatSpan, zoneDiffers } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { lastOf, looks, type Stay, type StayStatus, statusOf } from '../../reservation/stays.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './reservations.module.css'

const everySecond = (listener: () => void) => onTick(1_000, listener)

/** The phase of a reservation; redrawn only when it changes. */
export function useStanding(view: ReservationView): StayStatus {
  return useSyncExternalStore(everySecond, () => statusOf(view, serverNow()))
}

/** The phase in words, with icon and colour. */
export function StandingBadge({ view }: { view: ReservationView }) {
  const t = useT()
  const standing = useStanding(view)
  return (
    <Badge tone={looks[standing].tone} icon={looks[standing].icon}>
      {t(`reservations.standing.${standing}`)}
    </Badge>
  )
}

/** The span of a stay in the time of its place, and the time until then. */
export function When({ stay }: { stay: Stay }) {
  const t = useT()
  const [first] = stay
  const { end } = lastOf(stay)
  const { timeZone } = first.site
  const standing = useStanding(first)
  const until = standing === 'future' ? first.start : standing === 'running' ? end : (first.hold?.until ?? null)
  const age = useSyncExternalStore(everySecond, () =>
    until === null ? null : formatAge(Date.parse(until), serverNow()),
  )
  return (
    <div className={classes.when}>
      <strong className={classes.whenStrong}>{formatSpan(first.start, end, timeZone)}</strong>
      {standing === 'future' && age !== null && <span>{t('reservations.begins', { age })}</span>}
      {standing === 'running' && age !== null && <span>{t('reservations.ends', { age })}</span>}
      {(standing === 'choosing' || standing === 'paying') && age !== null && (
        <span>{t('reservations.expires', { age })}</span>
      )}
      {zoneDiffers(new Date(first.start), timeZone) && (
        <small className={classes.whenNote}>{t('guest.zone', { zone: timeZone })}</small>
      )}
    </div>
  )
}

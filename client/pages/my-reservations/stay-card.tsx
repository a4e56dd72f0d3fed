import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { PlacePicture } from '../../media/place-picture.tsx'
import type { CardAction } from '../../reservation/actions.ts'
import { withoutDisplacements } from '../../reservation/displacements.ts'
import { Maintenance } from '../../reservation/maintenance.tsx'
import { OwnDisplacements } from '../../reservation/own-displacements.tsx'
import type { Stay } from '../../reservation/stays.ts'
import { hrefWith } from '../../ui/href-with.ts'
import { Icon, iconNamed } from '../../ui/icons.tsx'
import { CardActions } from './card-actions.tsx'
import { Price } from './price.tsx'
import classes from './reservations.module.css'
import { Way } from './way.tsx'
import { StandingBadge, useStanding, When } from './when.tsx'

interface StayCardProps {
  stay: Stay
  onAct: (action: CardAction) => void
}

/** One stay: where, when, price, additional devices, and its actions. */
export function StayCard({ stay, onAct }: StayCardProps) {
  const [first] = stay
  const standing = useStanding(first)
  return (
    <article className={classes.card} data-standing={standing}>
      <header className={classes.cardHead}>
        <StandingBadge view={first} />
        <PlacePicture deviceId={first.device.id} icon={iconNamed(first.device.type.icon, 'device')} />
        <h2 className={classes.cardHeadTitle}>
          <Link
            className={classes.cardHeadLink}
            to="/reserved-parking-lots/$reservationId"
            params={{ reservationId: String(first.id) }}
          >
            <Icon className={classes.cardHeadIcon} name={iconNamed(first.device.type.icon, 'device')} size={22} />
            {first.device.name}
          </Link>
        </h2>
        <p className={classes.cardHeadText}>
          {nameIn(first.device.type)} · {first.site.name}
        </p>
      </header>
      <When stay={stay} />
      {stay.length > 1 && <Parts stay={stay} />}
      {stay.map((part) => (
        <OwnDisplacements key={part.id} view={part} onAct={onAct} />
      ))}
      <Maintenance of={withoutDisplacements(first)} />
      <Way view={first} />
      <Price stay={stay} />
      {standing === 'choosing' || standing === 'paying' ? (
        <Continue view={first} />
      ) : (
        <CardActions stay={stay} onAct={onAct} />
      )}
    </article>
  )
}

/** The parts of an extended stay, each at its place. */
function Parts({ stay }: { stay: Stay }) {
  const t = useT()
  return (
    <ol className={classes.parts} aria-label={t('reservations.parts')}>
      {stay.map((part) => (
        <li className={classes.partsItem} key={part.id}>
          <Link
            className={classes.partsLink}
            to="/reserved-parking-lots/$reservationId"
            params={{ reservationId: String(part.id) }}
          >
            {part.device.name}
          </Link>
          <span className={classes.partsPart}>{formatSpan(part.start, part.end, part.site.timeZone)}</span>
        </li>
      ))}
    </ol>
  )
}

/** A place that is only held: booking continues where it stopped. */
function Continue({ view }: { view: ReservationView }) {
  const t = useT()
  const paying = view.hold?.kind === 'payment'
  const href = paying
    ? `/reservations/finalize?reservationId=${view.id}`
    : hrefWith('/reservations/add', { siteId: view.site.id, hold: view.id })
  return (
    <div className={classes.actions}>
      <Button component={Link} to={href}>
        {t(paying ? 'reservations.toPayment' : 'reservations.toBooking')}
      </Button>
    </div>
  )
}

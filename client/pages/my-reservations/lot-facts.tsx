import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { ContactText } from '../../contact/contact-text.tsx'
import { formatDateTime, formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { addressLines, mapLink } from '../../reservation/address.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './reservations.module.css'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.factsTerm}>{name}</dt>
      <dd className={classes.factsValue}>{children}</dd>
    </div>
  )
}

/** The reservation before or after this one. */
export function Follow({ view }: { view: ReservationView }) {
  const t = useT()
  const other = view.followedBy ?? view.follows
  if (other === null) return null
  return (
    <Alert
      severity="info"
      action={
        <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(other.id) }}>
          {t('common.reservationNumber', { number: String(other.number) })}
        </Link>
      }
    >
      {view.followedBy
        ? t('reservations.followed', { end: formatDateTime(view.followedBy.end, view.site.timeZone) })
        : t('reservations.follows')}
    </Alert>
  )
}

/** What the person types or holds up to get in. The PIN is hidden until requested: others may look at the screen. */
export function Access({ view }: { view: ReservationView }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { pin, licencePlate, rfidToken, note } = view
  if (pin === null && licencePlate === null && rfidToken === null && note === null) return null
  return (
    <Panel title={t('reservations.access')}>
      <dl className={classes.facts}>
        {pin !== null && (
          <Fact name={t('reservations.pin')}>
            <span className={classes.pin}>{open ? pin : '••••••'}</span>
            <Button variant="default" onClick={() => setOpen(!open)} aria-expanded={open}>
              {t(open ? 'reservations.pin.hide' : 'reservations.pin.show')}
            </Button>
          </Fact>
        )}
        {licencePlate !== null && <Fact name={t('reservations.field.licencePlate')}>{licencePlate}</Fact>}
        {rfidToken !== null && <Fact name={t('reservations.field.rfidToken')}>{rfidToken}</Fact>}
        {note !== null && <Fact name={t('reservations.field.note')}>{note}</Fact>}
      </dl>
    </Panel>
  )
}

/** Address and directions. */
export function Site({ view: { site } }: { view: ReservationView }) {
  const t = useT()
  const place = { ...site, country: null }
  const map = mapLink(place)
  return (
    <Panel title={t('guest.place.title')}>
      <dl className={classes.facts}>
        <Fact name={t('guest.place.address')}>
          {[site.name, ...addressLines(place)].map((line) => (
            <span key={line} className={classes.line}>
              {line}
            </span>
          ))}
        </Fact>
        {site.directions !== null && <Fact name={t('common.directions')}>{site.directions}</Fact>}
        {site.supportInfo !== null && (
          <Fact name={t('reservations.support')}>
            <ContactText>{site.supportInfo}</ContactText>
          </Fact>
        )}
      </dl>
      {map !== null && (
        <a className={classes.map} href={map} target="_blank" rel="noopener noreferrer">
          <Icon name="site" />
          {t('guest.place.map')}
        </a>
      )}
    </Panel>
  )
}

/** Numbers, money and history. */
export function Facts({ view }: { view: ReservationView }) {
  const t = useT()
  const at = (moment: string) => formatDateTime(moment, view.site.timeZone)
  return (
    <Panel title={t('reservations.details')}>
      <dl className={classes.facts} data-two>
        <Fact name={t('reservations.number')}>{String(view.number)}</Fact>
        {view.event !== null && <Fact name={t('reservations.event')}>{nameIn(view.event)}</Fact>}
        <Fact name={t('reservations.price')}>{formatEuros(view.priceCents)}</Fact>
        {view.priceCents > 0 && (
          <Fact name={t('reservations.tax', { percent: formatNumber(view.taxRatePercent) })}>
            {formatEuros(view.taxCents)}
          </Fact>
        )}
        {view.refundedCents > 0 && <Fact name={t('reservations.refunded')}>{formatEuros(view.refundedCents)}</Fact>}
        <Fact name={t('reservations.created')}>{at(view.createdAt)}</Fact>
        {view.reservedAt !== null && <Fact name={t('reservations.reserved')}>{at(view.reservedAt)}</Fact>}
        {view.endedAt !== null && <Fact name={t('reservations.ended')}>{at(view.endedAt)}</Fact>}
        {view.managedBy !== null && <Fact name={t('reservations.managedBy')}>{view.managedBy.name}</Fact>}
      </dl>
    </Panel>
  )
}

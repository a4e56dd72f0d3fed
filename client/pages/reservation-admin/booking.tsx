import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { booking as bookingWatch } from '../../../contract/reservations.ts'
import { formatDateTime, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { CancelDialog } from '../../reservation/cancel-dialog.tsx'
import { ChangeDialog } from '../../reservation/change-dialog.tsx'
import { DisplacementAlerts } from '../../reservation/displacement-alerts.tsx'
import { withoutDisplacements } from '../../reservation/displacements.ts'
import { EditDialog } from '../../reservation/edit-dialog.tsx'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { BackLink } from './back-link.tsx'
import { type Asked, BookingActions } from './booking-actions.tsx'
import { ReservationCommands } from './booking-device-commands.tsx'
import { BookingDevices } from './booking-devices.tsx'
import { BookingMoney } from './booking-money.tsx'
import { BookingStatus } from './booking-status.tsx'
import classes from './bookings.module.css'
import { History } from './history.tsx'

const route = getRouteApi('/reservations/$reservationId')

/** One reservation as the operators of its zone see it, live, with what may be done for its owner. */
export function Booking() {
  const id = Number(route.useParams().reservationId)
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? <Watched key={id} id={id} /> : <Gone />
}

function Watched({ id }: { id: number }) {
  const t = useT()
  const live = useWatch(bookingWatch, { reservationId: id })
  const booking = useRow(live, 'booking', id)
  if (live.state === 'error' && live.refusal?.code === 'not-found') return <Gone />
  if (live.state === 'error' && live.refusal) {
    return (
      <Page title={t('common.reservations')} back={<BackLink />}>
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      </Page>
    )
  }
  if (booking === null) return live.state === 'loading' ? <PageSkeleton /> : <Gone />
  return <Shown live={live} booking={booking} />
}

function Shown({ live, booking }: { live: Pick<Live<never>, 'state' | 'asOf'>; booking: BookingView }) {
  const t = useT()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const { number, device, site } = booking
  return (
    <Page
      title={t('common.reservationNumber', { number: String(number) })}
      lead={`${device.name} · ${site.name}`}
      back={<BackLink />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={<BookingStatus booking={booking} />}
      tools={<BookingActions booking={booking} onAsk={setAsked} />}
    >
      <DisplacementAlerts view={booking} />
      <Maintenance booking={withoutDisplacements(booking)} />
      <div className={classes.grid}>
        <div className={classes.column}>
          <When booking={booking} />
          <Panel title={t('common.devices')}>
            <BookingDevices booking={booking} />
          </Panel>
          <Entries booking={booking} />
          <ReservationCommands reservationId={booking.id} moved={live.state} />
        </div>
        <div className={classes.column}>
          <Person booking={booking} />
          <BookingMoney booking={booking} />
          <Panel title={t('common.history')}>
            <History booking={booking} />
          </Panel>
        </div>
      </div>
      {asked === 'edit' && <EditDialog view={booking} ids={[booking.id]} onClose={close} />}
      {asked === 'change' && <Change booking={booking} onClose={close} />}
      {asked === 'cancel' && <CancelDialog view={booking} onClose={close} />}
    </Page>
  )
}

function Change({ booking, onClose }: { booking: BookingView; onClose: () => void }) {
  const { moved } = useClaimsChanged()
  return <ChangeDialog view={booking} moved={moved} onClose={onClose} />
}

function Maintenance({ booking: { maintenance, site } }: { booking: BookingView }) {
  const t = useT()
  return maintenance.map(({ id, reason, start, end }) => {
    const from = formatDateTime(start, site.timeZone)
    return (
      <Alert key={id} severity="warning">
        {end === null
          ? t('bookings.maintenance.open', { from, reason })
          : t('bookings.maintenance.span', { from, until: formatDateTime(end, site.timeZone), reason })}
      </Alert>
    )
  })
}

function When({ booking: { start, end, site, zone, event, managedBy } }: { booking: BookingView }) {
  const t = useT()
  const address = [site.address, [site.zip, site.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <Panel title={t('bookings.detail.when')}>
      <Facts>
        <Fact name={t('common.start')}>{formatDateTime(start, site.timeZone)}</Fact>
        <Fact name={t('common.end')}>{formatDateTime(end, site.timeZone)}</Fact>
        <Fact name={t('common.site')}>
          {site.name}
          {address !== '' && <FactNote>{address}</FactNote>}
        </Fact>
        {zone && <Fact name={t('common.zone')}>{zone.name}</Fact>}
        {event && <Fact name={t('common.accessTime')}>{nameIn(event)}</Fact>}
        {managedBy && <Fact name={t('bookings.fact.managedBy')}>{managedBy.name}</Fact>}
      </Facts>
      {zoneDiffers(new Date(start), site.timeZone) && (
        <p className={classes.dim}>{t('bookings.detail.zoneOff', { zone: site.timeZone })}</p>
      )}
    </Panel>
  )
}

function Person({ booking: { user } }: { booking: BookingView }) {
  const t = useT()
  return (
    <Panel title={t('bookings.column.person')}>
      {user === null ? (
        <p className={classes.plain}>{t('bookings.detail.remote')}</p>
      ) : (
        <>
          {user.blocked && <Alert severity="warning">{t('bookings.person.blocked')}</Alert>}
          <p className={classes.plain}>
            <strong>{user.name}</strong>
            <a href={`mailto:${user.email}`}>{user.email}</a>
          </p>
        </>
      )}
    </Panel>
  )
}

function Entries({ booking }: { booking: BookingView }) {
  const t = useT()
  const said = (value: string | null) =>
    value === null || value === '' ? <span className={classes.dim}>{t('bookings.fact.empty')}</span> : value
  return (
    <Panel title={t('bookings.detail.entries')}>
      <Facts>
        <Fact name={t('common.note')}>{said(booking.note)}</Fact>
        <Fact name={t('bookings.fact.plate')}>{said(booking.licencePlate)}</Fact>
        <Fact name={t('common.rfid')}>{said(booking.rfidToken)}</Fact>
        <Fact name={t('bookings.fact.automatic')}>{t(booking.useAutomaticAccess ? 'common.yes' : 'common.no')}</Fact>
      </Facts>
    </Panel>
  )
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('common.reservations')} back={<BackLink />}>
      <EmptyState icon="calendar" title={t('bookings.detail.gone.title')} text={t('bookings.detail.gone.text')} />
    </Page>
  )
}

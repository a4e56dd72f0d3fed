import type { BookingView } from '../../../contract/reservations/view.ts'
import type { sorts } from '../../../contract/reservations.ts'
import { formatDate, formatEuros, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Icon } from '../../ui/icons.tsx'
import { BookingStatus } from './booking-status.tsx'
import classes from './bookings.module.css'

/** The columns of reservations; times are those of the site. */
export function useBookingColumns(): readonly ListColumn<BookingView, (typeof sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'number',
      title: t('bookings.column.number'),
      cell: ({ number }) => String(number),
      phone: 'title',
      always: true,
      sort: 'number',
    },
    {
      key: 'place',
      title: t('common.place'),
      cell: ({ device, site }) => <TwoLines small={site.name}>{device.name}</TwoLines>,
    },
    { key: 'person', title: t('bookings.column.person'), cell: ({ user }) => <Person user={user} /> },
    {
      key: 'start',
      title: t('common.start'),
      cell: ({ start, site }) => <Moment at={start} zone={site.timeZone} />,
      sort: 'start',
    },
    {
      key: 'end',
      title: t('common.end'),
      cell: ({ end, site }) => <Moment at={end} zone={site.timeZone} />,
      sort: 'end',
    },
    {
      key: 'state',
      title: t('common.state'),
      cell: (booking) => <BookingStatus booking={booking} />,
    },
    {
      key: 'managedBy',
      title: t('bookings.filter.managed'),
      hidden: true,
      cell: ({ managedBy }) => managedBy?.name ?? '–',
    },
    {
      key: 'price',
      title: t('common.price'),
      align: 'end',
      cell: ({ priceCents, refundedCents }) => (
        <TwoLines small={refundedCents > 0 && t('bookings.row.refunded', { amount: formatEuros(refundedCents) })}>
          {formatEuros(priceCents)}
        </TwoLines>
      ),
      sort: 'price',
    },
  ]
}

/** Day and time at the site. */
function Moment({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at}>
      <TwoLines small={formatTime(at, zone)}>{formatDate(at, zone)}</TwoLines>
    </time>
  )
}

/** Who reserved, with his e-mail; a blocked person is marked as such. */
function Person({ user }: { user: BookingView['user'] }) {
  const t = useT()
  if (user === null) return <span className={classes.dim}>{t('bookings.person.none')}</span>
  return (
    <TwoLines small={user.email}>
      {user.name}
      {user.blocked && (
        <span className={classes.blocked}>
          <Icon name="blocked" size={14} /> {t('bookings.person.blocked')}
        </span>
      )}
    </TwoLines>
  )
}

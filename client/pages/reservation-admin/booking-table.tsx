import { Link } from '@tanstack/react-router'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { formatDate, formatEuros, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { BookingStatus } from './booking-status.tsx'
import classes from './bookings.module.css'
import type { BookingSearch, sorts } from './search.ts'

interface BookingTableProps {
  items: readonly BookingView[]
  search: BookingSearch
  onSort: (sort: { sort: BookingSearch['sort'] | undefined; ascending: true | undefined }) => void
}

/** Reservations as a table, on the phone as cards; a column's head sorts by it, pressed again the other way round. */
export function BookingTable({ items, search, onSort }: BookingTableProps) {
  const t = useT()
  const by = search.sort ?? 'start'
  const sortBy = (sort: (typeof sorts)[number]) => {
    const now = by === sort ? (search.ascending ? ('ascending' as const) : ('descending' as const)) : null
    const ascending = now === 'descending' ? (true as const) : undefined
    return { now, press: () => onSort({ sort: sort === 'start' ? undefined : sort, ascending }) }
  }
  const columns: Column<BookingView>[] = [
    {
      key: 'number',
      title: t('bookings.column.number'),
      cell: ({ number }) => String(number),
      phone: 'title',
      sort: sortBy('number'),
    },
    {
      key: 'place',
      title: t('common.place'),
      cell: ({ device, site }) => (
        <span className={classes.two}>
          <span>{device.name}</span>
          <small>{site.name}</small>
        </span>
      ),
    },
    { key: 'person', title: t('bookings.column.person'), cell: ({ user }) => <Person user={user} /> },
    {
      key: 'start',
      title: t('common.start'),
      cell: ({ start, site }) => <Moment at={start} zone={site.timeZone} />,
      sort: sortBy('start'),
    },
    {
      key: 'end',
      title: t('common.end'),
      cell: ({ end, site }) => <Moment at={end} zone={site.timeZone} />,
      sort: sortBy('end'),
    },
    {
      key: 'state',
      title: t('common.state'),
      cell: (booking) => <BookingStatus booking={booking} />,
    },
    {
      key: 'price',
      title: t('common.price'),
      align: 'end',
      cell: ({ priceCents, refundedCents }) => (
        <span className={classes.two}>
          <span>{formatEuros(priceCents)}</span>
          {refundedCents > 0 && <small>{t('bookings.row.refunded', { amount: formatEuros(refundedCents) })}</small>}
        </span>
      ),
      sort: sortBy('price'),
    },
  ]
  return (
    <DataList
      label={t('common.reservations')}
      columns={columns}
      rows={items}
      rowId={({ id }) => id}
      link={({ id, number }, content) => (
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: String(id) }}
          aria-label={t('bookings.row.open', { number: String(number) })}
        >
          {content}
        </Link>
      )}
    />
  )
}

/** Day and time at the site. */
function Moment({ at, zone }: { at: string; zone: string }) {
  return (
    <time className={classes.two} dateTime={at}>
      <span>{formatDate(at, zone)}</span> <small>{formatTime(at, zone)}</small>
    </time>
  )
}

/** Who reserved, with his e-mail; a blocked person is marked as such. */
function Person({ user }: { user: BookingView['user'] }) {
  const t = useT()
  if (user === null) return <span className={classes.dim}>{t('bookings.person.none')}</span>
  return (
    <span className={classes.two}>
      <span>
        {user.name}
        {user.blocked && (
          <span className={classes.blocked}>
            <Icon name="blocked" size={14} /> {t('bookings.person.blocked')}
          </span>
        )}
      </span>
      <small className={classes.mail} title={user.email}>
        {user.email}
      </small>
    </span>
  )
}

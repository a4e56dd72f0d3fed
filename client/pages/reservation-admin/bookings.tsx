import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { list } from '../../../contract/reservations.ts'
import { localDate, timeOnDay } from '../../../machines/booking/calendar.ts'
import { useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { BookingChips } from './booking-chips.tsx'
import { useBookingColumns } from './booking-columns.tsx'
import { BookingFilters } from './booking-tools.tsx'
import { activeFilters, filtersOf, without } from './filter.ts'
import { useLookedAfter } from './looked-after.ts'
import { MonthReport } from './month-report.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import { type BookingSearch, bookingSearch } from './search.ts'

const route = getRouteApi('/reservations')
const everyMinute = (listener: () => void) => onTick(60_000, listener)

/** The operators' list of reservations, the next one first, asked again when a place was taken or given up (RES-2). */
export function Bookings() {
  const t = useT()
  const search = useAddress(bookingSearch, route.useSearch())
  const change = useSearchChange<BookingSearch>()
  const filter = (next: Parameters<typeof change>[0]) => {
    if ('mine' in next) who.remember(next.mine ?? who.usual)
    change({ page: undefined, ...next })
  }
  const [open, setOpen] = useState<'report' | null>(null)
  const { live, moved } = useClaimsChanged()
  const who = useLookedAfter()
  const today = useSyncExternalStore(everyMinute, () => localDate(new Date(serverNow()), readerZone()))
  const given = useMemo(
    () => filtersOf(search, timeOnDay(today, '12:00', readerZone()), readerZone(), who.mine),
    [search, today, who.mine],
  )
  const reset = (
    <Button variant="default" onClick={() => filter(without())}>
      {t('lists.filters.reset')}
    </Button>
  )
  const none = {
    icon: 'filter',
    title: t('bookings.none.title'),
    text: t('bookings.none.text'),
    action: reset,
  } as const
  return (
    <ListPage
      def={list}
      search={search}
      given={given}
      narrowed={activeFilters(search, who).length > 0}
      moved={moved}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      title={t('common.reservations')}
      label={t('common.reservations')}
      searchLabel={t('bookings.search')}
      columns={useBookingColumns()}
      link={({ id, number }, content) => (
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: String(id) }}
          aria-label={t('common.openReservation', { number: String(number) })}
        >
          {content}
        </Link>
      )}
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="document" size={18} />} onClick={() => setOpen('report')}>
            {t('bookings.report')}
          </Button>
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => change({ q: 'add' })}>
            {t('bookings.reserve')}
          </Button>
        </>
      }
      filters={() => <BookingFilters search={search} who={who} onChange={filter} />}
      above={() => <BookingChips search={search} who={who} onChange={filter} />}
      empty={none}
      none={none}
    >
      {open === 'report' && <MonthReport onClose={() => setOpen(null)} />}
      {search.q === 'add' && <ReserveDialog onClose={() => change({ q: undefined })} />}
    </ListPage>
  )
}

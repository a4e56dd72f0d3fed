import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { list } from '../../../contract/reservations.ts'
import { localDate, timeOnDay } from '../../../machines/booking/calendar.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { useQuery } from '../../stores/use-query.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { BookingTable } from './booking-table.tsx'
import { BookingTools } from './booking-tools.tsx'
import classes from './bookings.module.css'
import { listInput, pageSize, without } from './filter.ts'
import { FilterChips } from './filter-chips.tsx'
import { MonthReport } from './month-report.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import type { BookingSearch } from './search.ts'

const route = getRouteApi('/reservations')
const everyMinute = (listener: () => void) => onTick(60_000, listener)

/** The operators' list of reservations with every filter, asked again when a place was taken or given up (RES-2). */
export function Bookings() {
  const t = useT()
  const search = route.useSearch()
  const change = useSearchChange<BookingSearch>()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [open, setOpen] = useState<'reserve' | 'report' | null>(null)
  const { live, moved } = useClaimsChanged()
  const today = useSyncExternalStore(everyMinute, () => localDate(new Date(serverNow()), readerZone()))
  const input = useMemo(() => listInput(search, timeOnDay(today, '12:00', readerZone()), readerZone()), [search, today])
  const found = useQuery(list, input, moved)
  const { view } = found
  const filter = (next: Parameters<typeof change>[0]) => change({ page: undefined, ...next })
  // The last row of the last page went away.
  const last = view === null ? 1 : Math.max(1, Math.ceil(view.recordCount / pageSize))
  const beyond = !found.former && input.page > last
  useEffect(() => {
    if (beyond) change({ page: last === 1 ? undefined : last })
  }, [beyond, last, change])
  const fresh = live.state === 'live' && found.refusal === null
  return (
    <Page
      title={t('common.reservations')}
      lead={view && t('bookings.lead', { count: view.recordCount })}
      live={view ? { fresh, asOf: live.asOf } : undefined}
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="document" size={18} />} onClick={() => setOpen('report')}>
            {t('bookings.report')}
          </Button>
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpen('reserve')}>
            {t('bookings.reserve')}
          </Button>
        </>
      }
      tools={<BookingTools search={search} compact={compact} onChange={filter} />}
    >
      <FilterChips search={search} onChange={filter} />
      {view === null && found.refusal === null && <RowsSkeleton rows={8} height={compact ? '9rem' : '3.5rem'} />}
      {found.refusal !== null && (
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      )}
      {view !== null && view.items.length === 0 && !beyond && (
        <EmptyState
          icon="filter"
          title={t('bookings.none.title')}
          text={t('bookings.none.text')}
          action={
            <Button variant="default" onClick={() => change(without())}>
              {t('bookings.filter.reset')}
            </Button>
          }
        />
      )}
      {view !== null && view.items.length > 0 && (
        <div className={classes.results} data-former={found.former || undefined} aria-busy={found.former}>
          <BookingTable items={view.items} search={search} onSort={filter} />
          <Pager
            page={input.page}
            pageSize={pageSize}
            total={view.recordCount}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
          />
        </div>
      )}
      {open === 'report' && <MonthReport onClose={() => setOpen(null)} />}
      {open === 'reserve' && <ReserveDialog onClose={() => setOpen(null)} />}
    </Page>
  )
}

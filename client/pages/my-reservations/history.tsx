import { getRouteApi, Link } from '@tanstack/react-router'
import { history, mine } from '../../../contract/reservations.ts'
import { formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { RowOf } from '../../lists/address.ts'
import type { ListColumn } from '../../lists/column.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { TwoLines } from '../../lists/two-lines.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Money } from '../../ui/money.tsx'
import { HistoryLines } from './history-lines.tsx'
import { StandingBadge } from './when.tsx'

const route = getRouteApi('/reservations/history')
type Entry = RowOf<typeof history>

/** Ended, cancelled and timed-out reservations with their cost and refunds (RES-2). */
export function History() {
  const t = useT()
  const live = useWatch(mine, {})
  return (
    <ListPage
      def={history}
      search={useListSearch(history, route.useSearch())}
      moved={useChangeCounter(live, 'reservation')}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      density="comfortable"
      title={t('reservations.history')}
      label={t('reservations.history')}
      searchLabel={t('reservations.search')}
      columns={useHistoryColumns()}
      rowId={({ reservation }) => reservation.id}
      link={({ reservation }, content) => (
        <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(reservation.id) }}>
          {content}
        </Link>
      )}
      empty={{ icon: 'history', title: t('reservations.past.none'), text: t('reservations.past.hint') }}
      none={{ icon: 'search', title: t('reservations.found.none'), text: t('reservations.found.hint') }}
    />
  )
}

function useHistoryColumns(): readonly ListColumn<Entry, (typeof history.sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'place',
      title: t('common.place'),
      always: true,
      phone: 'title',
      cell: ({ reservation: { device, site } }) => (
        <TwoLines small={`${nameIn(device.type)} · ${site.name}`}>{device.name}</TwoLines>
      ),
    },
    {
      key: 'when',
      title: t('common.when'),
      sort: 'start',
      cell: ({ reservation: { start, end, site } }) => formatSpan(start, end, site.timeZone),
    },
    {
      key: 'number',
      title: t('common.reservation'),
      cell: ({ reservation }) => String(reservation.number),
    },
    { key: 'state', title: t('common.state'), cell: ({ reservation }) => <StandingBadge view={reservation} /> },
    {
      key: 'paid',
      title: t('reservations.paid'),
      sort: 'price',
      align: 'end',
      cell: ({ reservation }) => <Money cents={reservation.paidCents} free />,
    },
    {
      key: 'refunded',
      title: t('reservations.refunded'),
      align: 'end',
      cell: ({ reservation }) => (reservation.refundedCents > 0 ? <Money cents={reservation.refundedCents} /> : '–'),
    },
    {
      key: 'lines',
      title: t('credit.lines'),
      phone: 'plain',
      cell: ({ transactions }) => transactions.length > 0 && <HistoryLines lines={transactions} />,
    },
  ]
}

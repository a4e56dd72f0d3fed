import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { mine, personal } from '../../../contract/reservations.ts'
import { formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { looks, statusOf } from '../../reservation/stays.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { serverNow } from '../../ui/clock.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Money } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'
import { BookButton } from './current.tsx'
import { type LotSpan, spans } from './search.ts'
import { StandingBadge } from './when.tsx'

const route = getRouteApi('/reserved-parking-lots')
const pageSize = 20

const link = ({ id }: ReservationView, content: ReactNode) => (
  <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(id) }}>
    {content}
  </Link>
)

/** Running and future reservations as a list, 20 a page (RES-2). */
export function Lots() {
  const t = useT()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const live = useWatch(mine, {})
  const moved = useChangeCounter(live, 'reservation')
  const when = search.when ?? 'all'
  const page = search.page ?? 1
  const asked = useQuery(
    personal,
    {
      timespans: when === 'all' ? ['active', 'future'] : [when],
      query: search.q ?? '',
      sort: 'start',
      descending: false,
      page,
      limit: pageSize,
    },
    moved,
  )
  const filter = (change: { q?: string | undefined; when?: LotSpan | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true })
  const [typed, setTyped] = useSearchText(search.q ?? '', (q) => filter({ q: q || undefined }))
  const columns: readonly Column<ReservationView>[] = [
    { key: 'device', title: t('reservations.place'), cell: ({ device }) => device.name, phone: 'title' },
    { key: 'state', title: t('reservations.state'), cell: (view) => <StandingBadge view={view} />, phone: 'plain' },
    {
      key: 'site',
      title: t('reservations.site'),
      cell: ({ device, site }) => `${nameIn(device.type)} · ${site.name}`,
      phone: 'plain',
    },
    {
      key: 'when',
      title: t('reservations.when'),
      cell: ({ start, end, site }) => formatSpan(start, end, site.timeZone),
      phone: 'plain',
    },
    {
      key: 'price',
      title: t('reservations.price'),
      align: 'end',
      cell: ({ priceCents }) => <Money cents={priceCents} free />,
    },
  ]
  const { view } = asked
  return (
    <Page
      title={t('reservations.lots')}
      live={{ fresh: live.state === 'live' && asked.refusal === null, asOf: live.asOf }}
      actions={<BookButton />}
      tools={
        <>
          <SegmentedFilter
            label={t('reservations.when')}
            value={when}
            onChange={(value) => filter({ when: value === 'all' ? undefined : value })}
            options={spans.map((value) => ({ value, label: t(`reservations.span.${value}`) }))}
          />
          <SearchField label={t('reservations.search')} value={typed} onChange={setTyped} />
        </>
      }
    >
      {view === null ? (
        asked.refusal ? (
          <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
        ) : (
          <RowsSkeleton rows={5} />
        )
      ) : view.items.length === 0 ? (
        <EmptyState
          icon="ticket"
          title={t(search.q ? 'reservations.found.none' : 'reservations.none.title')}
          text={t(search.q ? 'reservations.found.hint' : 'reservations.none.text')}
        />
      ) : (
        <>
          <DataList
            label={t('reservations.lots')}
            columns={columns}
            rows={view.items}
            rowId={({ id }) => id}
            link={link}
            tone={(each) => looks[statusOf(each, serverNow())].tone}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            total={view.recordCount}
            onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to === 1 ? undefined : to }) })}
          />
        </>
      )}
    </Page>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { history, mine } from '../../../contract/reservations.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'
import { HistoryItem } from './history-item.tsx'
import classes from './reservations.module.css'

const route = getRouteApi('/reservations/history')
const pageSize = 20

/** What was: ended, cancelled and timed out reservations with what they cost and what came back (RES-2). */
export function History() {
  const t = useT()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const live = useWatch(mine, {})
  const page = search.page ?? 1
  const asked = useQuery(
    history,
    { query: search.q ?? '', page, limit: pageSize },
    useChangeCounter(live, 'reservation'),
  )
  const [typed, setTyped] = useSearchText(
    search.q ?? '',
    (q) => void navigate({ search: { q: q || undefined }, replace: true }),
  )
  const { view } = asked
  return (
    <Page
      title={t('reservations.history')}
      live={{ fresh: live.state === 'live' && asked.refusal === null, asOf: live.asOf }}
      tools={<SearchField label={t('reservations.search')} value={typed} onChange={setTyped} />}
    >
      {view === null ? (
        asked.refusal ? (
          <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
        ) : (
          <RowsSkeleton rows={5} height="6rem" />
        )
      ) : view.items.length === 0 ? (
        <EmptyState
          icon="history"
          title={t(search.q ? 'reservations.found.none' : 'reservations.past.none')}
          text={t(search.q ? 'reservations.found.hint' : 'reservations.past.hint')}
        />
      ) : (
        <>
          <ul className={classes.list} aria-label={t('reservations.history')}>
            {view.items.map(({ reservation, transactions }) => (
              <HistoryItem key={reservation.id} view={reservation} lines={transactions} />
            ))}
          </ul>
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

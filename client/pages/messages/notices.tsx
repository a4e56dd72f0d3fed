import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { counts, list } from '../../../contract/messages.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { NoticeTable } from './notice-table.tsx'
import { NoticeTools } from './notice-tools.tsx'
import classes from './notices.module.css'
import { isNarrowed, type NoticeSearch, noticeInput, pageSize, withoutFilters } from './search.ts'
import { Unsent } from './unsent.tsx'

const route = getRouteApi('/notices')

/** What people were told by mail and SMS, and what became of it; what could not be sent stands on top (NOTE-1, NOTE-2). */
export function Notices() {
  const t = useT()
  const search = route.useSearch()
  const change = useSearchChange<NoticeSearch>()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const live = useWatch(counts, {})
  const moved = useChangeCounter(live, 'noticeCounts')
  const input = useMemo(() => noticeInput(search), [search])
  const found = useQuery(list, input, moved)
  const { view } = found
  const filter = (next: Parameters<typeof change>[0]) => change({ page: undefined, ...next })
  const narrowed = isNarrowed(search)
  const last = view === null ? 1 : Math.max(1, Math.ceil(view.recordCount / pageSize))
  const beyond = view !== null && !found.former && input.page > last
  useEffect(() => {
    if (beyond) change({ page: last === 1 ? undefined : last })
  }, [beyond, last, change])
  const unsent = view !== null && !narrowed && input.page === 1 && view.counts.failed > 0
  return (
    <Page
      title={t('common.messages')}
      lead={t('notices.lead')}
      live={view ? { fresh: live.state === 'live' && found.refusal === null, asOf: live.asOf } : undefined}
      tools={<NoticeTools search={search} counts={view?.counts ?? null} compact={compact} onChange={filter} />}
    >
      {view && <KeptHere ways={view.ways} />}
      {unsent && (
        <Unsent
          count={view.counts.failed}
          moved={moved}
          onAll={() => filter({ state: 'failed' })}
          onSent={found.retry}
        />
      )}
      {view === null && found.refusal === null && <RowsSkeleton rows={8} height={compact ? '9rem' : '3.5rem'} />}
      {found.refusal !== null && (
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      )}
      {view !== null && view.rows.length === 0 && !beyond && (
        <EmptyState
          icon="send"
          title={t(narrowed ? 'notices.none.title' : 'notices.empty.title')}
          text={t(narrowed ? 'notices.none.text' : 'notices.empty.text')}
          action={
            narrowed && (
              <Button variant="default" onClick={() => change(withoutFilters)}>
                {t('notices.filter.reset')}
              </Button>
            )
          }
        />
      )}
      {view !== null && view.rows.length > 0 && (
        <div className={classes.results} data-former={found.former || undefined} aria-busy={found.former}>
          <NoticeTable label={t('notices.list')} items={view.rows} acts={!unsent} onSent={found.retry} />
          <Pager
            page={input.page}
            pageSize={pageSize}
            total={view.recordCount}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
          />
        </div>
      )}
    </Page>
  )
}

/** Says plainly that nothing leaves this house. */
function KeptHere({ ways }: { ways: { mail: string; sms: string } }) {
  const t = useT()
  const kept = [ways.mail === 'outbox' ? 'mail' : null, ways.sms === 'outbox' ? 'sms' : null].filter(
    (way) => way !== null,
  )
  const [one, other] = kept
  if (!one) return null
  return (
    <Notice severity="info">
      {t(other ? 'notices.outbox.both' : one === 'mail' ? 'notices.outbox.mail' : 'notices.outbox.sms')}
    </Notice>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { mine, options, transactions } from '../../../contract/payments.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './credit.module.css'
import { Ledger } from './ledger.tsx'
import { Payments } from './payments.tsx'
import { TopUp } from './top-up.tsx'

const route = getRouteApi('/credit')
const pageSize = 20

/** The person's credit: how much there is, how to get more, and every line that moved it (PAY-1). */
export function Credit() {
  const t = useT()
  const { user } = useSnapshot(session)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const live = useWatch(mine, {})
  // The balance is live with the session; a moved payment or balance means that there are other lines.
  const moved = useChangeCounter(live, 'payment') + (user?.balanceCents ?? 0)
  const page = search.page ?? 1
  const lines = useQuery(transactions, { page, limit: pageSize }, moved)
  const money = useQuery(options, {}, moved)
  if (!user) return null
  return (
    <Page title={t('common.credit')} live={{ fresh: live.state === 'live' && lines.refusal === null, asOf: live.asOf }}>
      <div className={classes.grid}>
        <Panel title={t('credit.balance')}>
          <p className={classes.balance}>{formatEuros(user.balanceCents)}</p>
          {money.view && money.view.overdraftCents !== 0 && (
            <p className={classes.dim}>
              {money.view.overdraftCents === -1
                ? t('credit.overdraft.any')
                : t('credit.overdraft', { amount: formatEuros(money.view.overdraftCents) })}
            </p>
          )}
        </Panel>
        <TopUp card={money.view?.card ?? null} live={live} />
      </div>
      <Payments live={live} returned={search.payment ?? null} />
      <Panel title={t('credit.lines')}>
        {lines.view === null ? (
          lines.refusal ? (
            <ErrorState text={refusalText(lines.refusal)} onRetry={lines.retry} />
          ) : (
            <RowsSkeleton rows={5} />
          )
        ) : lines.view.items.length === 0 ? (
          <EmptyState icon="euro" title={t('credit.none.title')} text={t('credit.none.text')} />
        ) : (
          <Ledger lines={lines.view.items} />
        )}
      </Panel>
      {lines.view !== null && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={lines.view.recordCount}
          onPage={(to) => void navigate({ search: { page: to === 1 ? undefined : to } })}
        />
      )}
    </Page>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { mine, options, transactions } from '../../../contract/payments.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { ListSection } from '../../lists/list-section.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { session } from '../../stores/session.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { useLineColumns } from './columns.tsx'
import classes from './credit.module.css'
import { Payments } from './payments.tsx'
import { TopUp } from './top-up.tsx'

const route = getRouteApi('/credit')

/** The person's credit: the balance, how to top up, and every ledger entry (PAY-1). */
export function Credit() {
  const t = useT()
  const { user } = useSnapshot(session)
  const address = route.useSearch()
  const search = useListSearch(transactions, address)
  const live = useWatch(mine, {})
  // The balance is live with the session; a changed payment or balance means new entries.
  const moved = useChangeCounter(live, 'payment') + (user?.balanceCents ?? 0)
  const money = useQuery(options, {}, moved)
  const columns = useLineColumns()
  if (!user) return null
  return (
    <Page title={t('common.credit')} live={{ fresh: live.state === 'live', asOf: live.asOf }}>
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
        <TopUp card={money.view?.card ?? null} offered={money.view?.topUp ?? true} live={live} />
      </div>
      <Payments live={live} returned={address.payment ?? null} />
      <ListSection
        def={transactions}
        search={search}
        moved={moved}
        density="comfortable"
        label={t('credit.lines')}
        searchLabel={t('credit.search')}
        columns={columns}
        empty={{ icon: 'euro', title: t('credit.none.title'), text: t('credit.none.text') }}
      />
    </Page>
  )
}

import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type AffectedItem,
  type AffectedOutcome,
  affected,
  type MaintenanceView,
} from '../../../contract/maintenance.ts'
import { formatDateTime, formatEuros, formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Age } from '../../ui/age.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Panel } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import classes from './maintenance.module.css'
import { progressOf } from './period-status.ts'
import { type PeriodSearch, periodSearch } from './search.ts'
import { affectedLooks, messageLooks } from './words.ts'

const route = getRouteApi('/maintenance/$periodId')
const pageSize = 50
const keys = {
  pending: 'pending',
  'not-moved': 'notMoved',
  'lost-access': 'lostAccess',
  rebooked: 'rebooked',
  canceled: 'canceled',
  restored: 'restored',
} as const satisfies Record<AffectedOutcome, keyof MaintenanceView['counts']>
const outcomes = Object.keys(keys) as AffectedOutcome[]

/** What a period did to each reservation; reloaded when its counts change. */
export function Affected({ period, moved }: { period: MaintenanceView; moved: number }) {
  const t = useT()
  const search = useAddress(periodSearch, route.useSearch())
  const change = useSearchChange<PeriodSearch>()
  const { outcome, page = 1 } = search
  const input = { periodId: period.id, page, limit: pageSize, ...(outcome === undefined ? {} : { outcome }) }
  const found = useQuery(affected, input, moved)
  const { total } = progressOf(period)
  const { view } = found
  return (
    <Panel title={t('maintenance.affected.title')}>
      <div className={classes.affected}>
        {total > 0 && (
          <SegmentedFilter<AffectedOutcome | 'all'>
            className={classes.choice}
            label={t('maintenance.preview.filter')}
            value={outcome ?? 'all'}
            onChange={(next) => change({ outcome: next === 'all' ? undefined : next, page: undefined })}
            options={[
              { value: 'all', label: t('common.allFeminine'), count: total },
              ...outcomes
                .filter((each) => period.counts[keys[each]] > 0 || each === outcome)
                .map((value) => ({
                  value,
                  label: t(`maintenance.outcome.${value}`),
                  icon: affectedLooks[value].icon,
                  count: period.counts[keys[value]],
                })),
            ]}
          />
        )}
        {view === null && found.refusal === null && <RowsSkeleton rows={4} height="3.5rem" />}
        {found.refusal !== null && (
          <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
        )}
        {view !== null && view.items.length === 0 && (
          <EmptyState
            icon="ticket"
            title={t(outcome === undefined ? 'maintenance.affected.none.title' : 'maintenance.affected.noneOf')}
            text={t(outcome === undefined ? 'maintenance.affected.none.text' : 'maintenance.affected.noneOf.text')}
          />
        )}
        {view !== null && view.items.length > 0 && (
          <div className={classes.preview} data-former={found.former || undefined} aria-busy={found.former}>
            <Table items={view.items} />
            <Pager
              page={page}
              pageSize={pageSize}
              total={view.recordCount}
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

function Table({ items }: { items: readonly AffectedItem[] }) {
  const t = useT()
  const columns: Column<AffectedItem>[] = [
    {
      key: 'number',
      title: t('common.reservation'),
      cell: ({ number }) => String(number),
      phone: 'title',
    },
    {
      key: 'outcome',
      title: t('maintenance.preview.filter'),
      cell: ({ outcome, triesUntil, refundedCents, site }) => (
        <span className={classes.two}>
          <Badge {...affectedLooks[outcome]}>{t(`maintenance.outcome.${outcome}`)}</Badge>
          {triesUntil !== null && (
            <small className={classes.twoNote}>
              {t('maintenance.affected.tries', { time: formatDateTime(triesUntil, site.timeZone) })}
            </small>
          )}
          {refundedCents > 0 && (
            <small className={classes.twoNote}>
              {t('maintenance.affected.refunded', { amount: formatEuros(refundedCents) })}
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'when',
      title: t('common.when'),
      cell: ({ start, end, site, person }) => (
        <span className={classes.two}>
          <span>{formatSpan(start, end, site.timeZone)}</span>
          <small className={classes.twoNote}>{person ?? t('maintenance.person')}</small>
        </span>
      ),
    },
    {
      key: 'place',
      title: t('common.place'),
      cell: ({ from, to, site }) => (
        <span className={classes.two}>
          <span>
            {from !== null && to !== null
              ? t('maintenance.item.move', { from: from.name, to: to.name })
              : (from ?? to)?.name}
          </span>
          <small className={classes.twoNote}>{site.name}</small>
        </span>
      ),
    },
    {
      key: 'message',
      title: t('maintenance.column.message'),
      cell: ({ message }) =>
        message === null ? (
          <span className={classes.dim}>{t('maintenance.message.none')}</span>
        ) : (
          <Badge {...messageLooks[message]} quiet>
            {t(`maintenance.message.${message}`)}
          </Badge>
        ),
    },
    {
      key: 'at',
      title: t('common.since'),
      align: 'end',
      cell: ({ at, site }) => <Age at={at} zone={site.timeZone} />,
    },
  ]
  return (
    <DataList
      label={t('maintenance.affected.title')}
      columns={columns}
      rows={items}
      rowId={({ reservationId }) => reservationId}
      tone={({ outcome }) => affectedLooks[outcome].tone}
      link={({ reservationId, number }, content) => (
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: String(reservationId) }}
          aria-label={t('common.openReservation', { number: String(number) })}
        >
          {content}
        </Link>
      )}
    />
  )
}

import type { list, PeriodRow } from '../../../contract/maintenance.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { serverNow } from '../../ui/clock.ts'
import { endMoment, statusOf } from './period-status.ts'
import { StandingBadge } from './standing-badge.tsx'

type PeriodColumn = ListColumn<PeriodRow, (typeof list.sorts)[number]>

/** The columns of maintenance periods. */
export function usePeriodColumns(): readonly PeriodColumn[] {
  const t = useT()
  return [
    {
      key: 'target',
      title: t('common.what'),
      sort: 'target',
      always: true,
      phone: 'title',
      cell: ({ scope, target }) => <TwoLines small={t(`maintenance.scope.${scope}`)}>{target.name}</TwoLines>,
    },
    { key: 'site', title: t('common.site'), sort: 'site', cell: ({ site }) => site?.name ?? '–' },
    {
      key: 'status',
      title: t('common.state'),
      sort: 'status',
      cell: (period) => <StandingBadge period={period} standing={statusOf(period, serverNow())} />,
    },
    {
      key: 'start',
      title: t('common.start'),
      sort: 'start',
      cell: ({ start, timeZone }) => <time dateTime={start}>{formatDateTime(start, timeZone)}</time>,
    },
    {
      key: 'end',
      title: t('common.end'),
      sort: 'end',
      cell: (period) => <End end={endMoment(period)} timeZone={period.timeZone} />,
    },
    {
      key: 'affected',
      title: t('common.reservations'),
      sort: 'affected',
      align: 'end',
      cell: ({ affected, pending }) =>
        pending === 0 ? (
          formatNumber(affected)
        ) : (
          <TwoLines small={t('maintenance.column.pending', { count: pending })}>{formatNumber(affected)}</TwoLines>
        ),
    },
    { key: 'reason', title: t('maintenance.why.reason'), cell: ({ reason }) => reason },
    {
      key: 'description',
      title: t('maintenance.why.description'),
      hidden: true,
      cell: ({ description }) => description ?? '–',
    },
    {
      key: 'createdBy',
      title: t('maintenance.column.createdBy'),
      hidden: true,
      cell: ({ createdBy }) => createdBy ?? '–',
    },
    {
      key: 'createdAt',
      title: t('maintenance.fact.set'),
      sort: 'createdAt',
      hidden: true,
      cell: ({ createdAt, timeZone }) => <time dateTime={createdAt}>{formatDateTime(createdAt, timeZone)}</time>,
    },
  ]
}

function End({ end, timeZone }: { end: string | null; timeZone: string }) {
  const t = useT()
  return end === null ? t('maintenance.when.open') : <time dateTime={end}>{formatDateTime(end, timeZone)}</time>
}

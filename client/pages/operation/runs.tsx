import { getRouteApi } from '@tanstack/react-router'
import { type RetentionRun, retentionRuns, type StoredKind } from '../../../contract/operation.ts'
import { formatDate, formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { useQuery } from '../../stores/use-query.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import classes from './operation.module.css'
import type { KindSearch } from './search.ts'
import { goneText, workedText } from './words.ts'

const route = getRouteApi('/operation/storage/$kind')
const limit = 10

/** What was deleted of a kind, when, and what that brought. */
export function Runs({ retention: { key, running, last } }: { retention: NonNullable<StoredKind['retention']> }) {
  const t = useT()
  const { page = 1 } = route.useSearch()
  const change = useSearchChange<KindSearch>()
  const moved = `${running?.id} ${running?.rows} ${last?.id}`
  const { view, refusal, retry } = useQuery(retentionRuns, { key, page, limit }, moved)
  const columns: Column<RetentionRun>[] = [
    {
      key: 'at',
      title: t('common.when'),
      phone: 'title',
      cell: ({ startedAt }) => <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>,
    },
    { key: 'before', title: t('operation.runs.before'), cell: ({ before }) => formatDate(before, 'UTC') },
    {
      key: 'gone',
      title: t('operation.runs.gone'),
      cell: (run) => (
        <span className={classes.two}>
          <span>{goneText(run, t)}</span>
          {run.endedAt === null && <small className={classes.twoNote}>{t('operation.runs.running')}</small>}
        </span>
      ),
    },
    {
      key: 'bytes',
      title: t('operation.fact.bytes'),
      align: 'end',
      cell: ({ bytesBefore, bytesAfter }) =>
        bytesAfter === null
          ? formatBytes(bytesBefore)
          : t('operation.runs.bytes.change', { before: formatBytes(bytesBefore), after: formatBytes(bytesAfter) }),
    },
    { key: 'worked', title: t('operation.runs.worked'), align: 'end', cell: ({ workedMs }) => workedText(workedMs) },
    {
      key: 'by',
      title: t('operation.runs.by'),
      cell: ({ requestedBy }) => requestedBy ?? t('operation.runs.by.itself'),
    },
  ]
  return (
    <Panel title={t('operation.runs')}>
      {view === null && refusal === null && <RowsSkeleton rows={3} height="3rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view !== null && view.items.length === 0 && (
        <EmptyState icon="history" title={t('operation.runs.none')} text={t('operation.runs.none.text')} />
      )}
      {view !== null && view.items.length > 0 && (
        <>
          <DataList
            label={t('operation.runs.list')}
            columns={columns}
            rows={view.items}
            rowId={({ id }) => id}
            tone={({ problem }) => (problem === null ? undefined : 'error')}
          />
          <Pager
            page={page}
            pageSize={limit}
            total={view.recordCount}
            onPage={(next) => change({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
    </Panel>
  )
}

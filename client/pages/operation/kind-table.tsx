import { Link } from '@tanstack/react-router'
import type { StoredKind } from '../../../contract/operation.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { KindState } from './kind-state.tsx'
import classes from './operation.module.css'
import { keptText } from './words.ts'

/** Kinds of data with their share of the whole as bars, the largest first. */
export function KindTable({ kinds, outboxMinutes }: { kinds: readonly StoredKind[]; outboxMinutes: number }) {
  const t = useT()
  const most = Math.max(1, ...kinds.map(({ bytes }) => bytes))
  const or = (value: number | null): string => (value === null ? '–' : formatBytes(value))
  const columns: Column<StoredKind>[] = [
    {
      key: 'kind',
      title: t('operation.column.kind'),
      phone: 'title',
      cell: ({ kind }) => t(`operation.kind.${kind}`),
    },
    {
      key: 'size',
      title: t('operation.column.size'),
      width: '14rem',
      cell: ({ bytes }) => (
        <span className={classes.size}>
          <span className={classes.bar} aria-hidden="true">
            <span className={classes.barPart} style={{ inlineSize: `${(bytes / most) * 100}%` }} />
          </span>
          <span>{formatBytes(bytes)}</span>
        </span>
      ),
    },
    {
      key: 'rows',
      phone: 'hide',
      title: t('common.rows'),
      align: 'end',
      cell: ({ rows }) => (rows === null ? '–' : formatNumber(rows, 0)),
    },
    {
      key: 'growth',
      phone: 'hide',
      title: t('operation.column.growth'),
      align: 'end',
      cell: ({ growthPerDay }) => or(growthPerDay),
    },
    { key: 'in365', title: t('operation.fact.in365'), align: 'end', cell: ({ in365Days }) => or(in365Days) },
    {
      key: 'oldest',
      title: t('operation.column.oldest'),
      cell: ({ oldest }) => (oldest === null ? '–' : <time dateTime={oldest}>{formatDate(oldest)}</time>),
    },
    {
      key: 'kept',
      title: t('operation.column.kept'),
      cell: (stored) => (
        <span className={classes.two}>
          <span>{keptText(stored, outboxMinutes, t)}</span>
          <KindState stored={stored} />
        </span>
      ),
    },
  ]
  return (
    <DataList
      label={t('operation.list')}
      columns={columns}
      rows={kinds}
      rowId={({ kind }) => kind}
      tone={({ retention }) => (retention?.running?.problem ? 'error' : undefined)}
      link={({ kind }, content) => (
        <Link to="/operation/storage/$kind" params={{ kind }}>
          {content}
        </Link>
      )}
    />
  )
}

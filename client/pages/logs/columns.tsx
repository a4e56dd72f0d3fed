import type { LogRow, list } from '../../../contract/logs.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { levelLooks } from './log-words.ts'
import classes from './logs.module.css'

/** The columns of the log; times are the reader's. */
export function useLogColumns(): readonly ListColumn<LogRow, (typeof list.sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'at',
      title: t('common.time'),
      sort: 'at',
      always: true,
      phone: 'title',
      cell: ({ at }) => (
        <time dateTime={at}>
          <TwoLines small={formatTime(at, undefined, { seconds: true })}>{formatDate(at)}</TwoLines>
        </time>
      ),
    },
    {
      key: 'level',
      title: t('logs.level'),
      cell: ({ level }) => (
        <Badge {...levelLooks[level]} quiet>
          {t(`logs.level.${level}`)}
        </Badge>
      ),
    },
    { key: 'area', title: t('logs.area'), cell: ({ area }) => t(`logs.area.${area}`) },
    {
      key: 'what',
      title: t('common.whatHappened'),
      cell: ({ kind, message, times }) => (
        <TwoLines small={message}>
          {t(`logs.kind.${kind}`)}
          {times > 1 && ` · ${t('logs.times', { count: times })}`}
        </TwoLines>
      ),
    },
    {
      key: 'code',
      title: t('common.supportCode'),
      cell: ({ supportCode }) => (supportCode === null ? '–' : <span className={classes.code}>{supportCode}</span>),
    },
    { key: 'person', title: t('bookings.column.person'), hidden: true, cell: ({ person }) => person?.name ?? '–' },
  ]
}

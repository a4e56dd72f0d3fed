import { Link } from '@tanstack/react-router'
import type { NoticeItem } from '../../../contract/messages.ts'
import { formatDate, formatDateTime, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { noticeState, reasonOf } from './notice-words.ts'
import classes from './notices.module.css'
import { SendAgain } from './send-again.tsx'

interface TableProps {
  label: string
  items: readonly NoticeItem[]
  /** What failed can be sent again here. */
  acts: boolean
  /** Something was sent again. */
  onSent: () => void
}

/** Messages as a table, on the phone as cards; times in the zone of the site. */
export function NoticeTable({ label, items, acts, onSent }: TableProps) {
  const t = useT()
  const columns: Column<NoticeItem>[] = [
    {
      key: 'at',
      title: t('common.when'),
      phone: 'title',
      cell: ({ createdAt, site }) => (
        <time className={classes.two} dateTime={createdAt}>
          <span>{formatDate(createdAt, site?.timeZone)}</span>{' '}
          <small>{formatTime(createdAt, site?.timeZone, { seconds: true })}</small>
        </time>
      ),
    },
    {
      key: 'to',
      title: t('notices.column.to'),
      cell: ({ recipient, person }) => (
        <span className={`${classes.two} ${classes.address}`}>
          <span>{person ?? recipient}</span>
          {person !== null && <small>{recipient}</small>}
        </span>
      ),
    },
    {
      key: 'about',
      title: t('common.about'),
      cell: ({ kind, channel, site, subject }) => (
        <span className={classes.two}>
          <span>{t(`notices.kind.${kind}`)}</span>
          <small>{[t(`notices.channel.${channel}`), subject ?? site?.name].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    { key: 'state', title: t('notices.filter.state'), cell: (item) => <State item={item} /> },
    { key: 'tries', title: t('notices.column.tries'), align: 'end', cell: ({ attempts }) => String(attempts) },
  ]
  const act: Column<NoticeItem> = {
    key: 'act',
    title: t('common.action'),
    align: 'end',
    phone: 'plain',
    cell: (item) => (item.state === 'failed' ? <SendAgain item={item} onSent={onSent} /> : null),
  }
  return (
    <DataList
      label={label}
      columns={acts && items.some(({ state }) => state === 'failed') ? [...columns, act] : columns}
      rows={items}
      rowId={({ id }) => id}
      tone={({ state }) => (state === 'failed' ? 'error' : undefined)}
      link={(item, content) => (
        <Link to="/notices/$noticeId" params={{ noticeId: String(item.id) }}>
          {content}
        </Link>
      )}
    />
  )
}

function State({ item }: { item: NoticeItem }) {
  const t = useT()
  const { tone, icon, key } = noticeState(item)
  const reason = item.state === 'sent' ? null : reasonOf(item, t)
  return (
    <span className={classes.state}>
      <Badge tone={tone} icon={icon} quiet>
        {t(key)}
      </Badge>
      {reason !== null && <small>{reason}</small>}
      {item.nextAttemptAt !== null && item.attempts > 0 && (
        <small>
          {t('notices.fact.next')}: {formatDateTime(item.nextAttemptAt, item.site?.timeZone)}
        </small>
      )}
    </span>
  )
}

import type { list, MessageItem } from '../../../contract/messages.ts'
import { formatDate, formatDateTime, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { messageState, reasonOf } from './message-words.ts'
import { SendAgain } from './send-again.tsx'

type MessageColumn = ListColumn<MessageItem, (typeof list.sorts)[number]>

/** The columns of messages; times are those of the site. `onSent`: something was sent again. */
export function useMessageColumns(onSent: () => void): readonly MessageColumn[] {
  const t = useT()
  return [
    {
      key: 'at',
      title: t('common.when'),
      sort: 'createdAt',
      always: true,
      phone: 'title',
      cell: ({ createdAt, site }) => (
        <time dateTime={createdAt}>
          <TwoLines small={formatTime(createdAt, site?.timeZone, { seconds: true })}>
            {formatDate(createdAt, site?.timeZone)}
          </TwoLines>
        </time>
      ),
    },
    {
      key: 'to',
      title: t('messages.column.to'),
      sort: 'recipient',
      cell: ({ recipient, person }) => <TwoLines small={person !== null && recipient}>{person ?? recipient}</TwoLines>,
    },
    {
      key: 'about',
      title: t('common.about'),
      cell: ({ kind, channel, site, subject }) => (
        <TwoLines small={[t(`messages.channel.${channel}`), subject ?? site?.name].filter(Boolean).join(' · ')}>
          {t(`messages.kind.${kind}`)}
        </TwoLines>
      ),
    },
    { key: 'site', title: t('common.site'), hidden: true, cell: ({ site }) => site?.name ?? '–' },
    {
      key: 'reservation',
      title: t('common.reservation'),
      hidden: true,
      align: 'end',
      cell: ({ reservation }) => reservation?.number ?? '–',
    },
    { key: 'state', title: t('common.state'), sort: 'state', cell: (item) => <State item={item} /> },
    {
      key: 'tries',
      title: t('messages.column.tries'),
      sort: 'attempts',
      align: 'end',
      cell: ({ attempts }) => String(attempts),
    },
    {
      key: 'act',
      title: t('common.action'),
      align: 'end',
      phone: 'plain',
      always: true,
      cell: (item) => (item.state === 'failed' ? <SendAgain item={item} onSent={onSent} /> : null),
    },
  ]
}

function State({ item }: { item: MessageItem }) {
  const t = useT()
  const { tone, icon, key } = messageState(item)
  const reason = item.state === 'sent' ? null : reasonOf(item, t)
  const next =
    item.nextAttemptAt !== null && item.attempts > 0
      ? `${t('messages.fact.next')}: ${formatDateTime(item.nextAttemptAt, item.site?.timeZone)}`
      : null
  return (
    <TwoLines small={[reason, next].filter(Boolean).join(' · ')}>
      <Badge tone={tone} icon={icon} quiet>
        {t(key)}
      </Badge>
    </TwoLines>
  )
}

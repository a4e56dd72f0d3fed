import { useCallback } from 'react'
import type { OrderView } from '../../../contract/devices.ts'
import type { IncidentEntry, IncidentView, incident as incidentWatch } from '../../../contract/insight.ts'
import { OrderLink } from '../../commands/order-link.tsx'
import { orderWords } from '../../devices/order-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './incident.module.css'
import { timelineOf } from './timeline.ts'

const icons = {
  opened: 'alert',
  closed: 'check',
  acknowledged: 'check',
  assigned: 'user',
  comment: 'edit',
  changed: 'edit',
  mailed: 'send',
  returned: 'swap',
} as const satisfies Record<IncidentEntry['type'], IconName>

/** Everything that happened to it and was tried, newest first. */
export function Timeline({
  incident,
  live,
}: {
  incident: IncidentView
  live: Live<(typeof incidentWatch)['kinds'][number]>
}) {
  const t = useT()
  const { openedAt, closedAt, site } = incident
  const asEntries = useCallback((rows: IncidentEntry[]) => rows.sort((a, b) => a.id - b.id), [])
  const asOrders = useCallback((rows: OrderView[]) => rows, [])
  const entries = useRows(live, 'incidentEntry', asEntries, sameList)
  const orders = useRows(live, 'order', asOrders, sameList)
  return (
    <ol className={classes.timeline} aria-label={t('common.whatHappened')}>
      {timelineOf(entries, orders, { openedAt, closedAt }).map((moment) => (
        <li key={moment.key}>
          <Icon name={'entry' in moment ? icons[moment.entry.type] : 'remote'} size={18} />
          <div>
            {'entry' in moment ? <Entry entry={moment.entry} /> : <Tried order={moment.order} />}
            <time dateTime={moment.at}>{formatDateTime(moment.at, site.timeZone, { seconds: true })}</time>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry: { type, by, comment, data } }: { entry: IncidentEntry }) {
  const t = useT()
  const name = by ?? t('insight.entry.system')
  if (type === 'comment')
    return (
      <>
        <strong>{name}</strong>
        <p className={classes.said}>{comment}</p>
      </>
    )
  if (type === 'acknowledged') return <strong>{t('insight.ack.by', { name })}</strong>
  if (type === 'assigned') {
    const to = typeof data['name'] === 'string' ? data['name'] : null
    return (
      <strong>{to === null ? t('insight.entry.freed', { name }) : t('insight.entry.assigned', { name, to })}</strong>
    )
  }
  return <strong>{t(`insight.entry.${type}`)}</strong>
}

function Tried({ order }: { order: OrderView }) {
  const t = useT()
  const { text, tone, icon } = orderWords(order, t)
  return (
    <>
      <OrderLink order={order}>
        <Badge tone={tone} icon={icon} quiet>
          {text}
        </Badge>
      </OrderLink>
      <small>{order.by === null ? t('insight.orders.bySystem') : t('insight.orders.by', { name: order.by })}</small>
    </>
  )
}

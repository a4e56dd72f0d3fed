import type { LedgerLine } from '../../../contract/control.ts'
import { OrderLink } from '../../commands/order-link.tsx'
import { orderWords } from '../../devices/order-words.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './ledger.module.css'
import { Who } from './who.tsx'

/** Orders as a table, on the phone as cards; times in the zone of the site. */
export function LedgerTable({ orders, operator }: { orders: readonly LedgerLine[]; operator: boolean }) {
  const t = useT()
  const columns: Column<LedgerLine>[] = [
    {
      key: 'at',
      title: t('common.time'),
      phone: 'title',
      cell: ({ issuedAt, site }) => (
        <time className={classes.two} dateTime={issuedAt}>
          <span>{formatDate(issuedAt, site.timeZone)}</span>{' '}
          <small>{formatTime(issuedAt, site.timeZone, { seconds: true })}</small>
        </time>
      ),
    },
    {
      key: 'place',
      title: t('common.device'),
      cell: ({ device, site }) => (
        <span className={classes.two}>
          <span>{device.name}</span>
          <small>{site.name}</small>
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('ledger.column.outcome'),
      cell: (order) => {
        const { text, tone, icon } = orderWords(order, t)
        return (
          <Badge tone={tone} icon={icon} quiet>
            {text}
          </Badge>
        )
      },
    },
    { key: 'who', title: t('ledger.column.who'), cell: (order) => <Who order={order} /> },
    {
      key: 'reservation',
      title: t('common.reservation'),
      cell: ({ reservation }) =>
        reservation === null ? <span className={classes.dim}>–</span> : String(reservation.number),
    },
    {
      key: 'code',
      title: t('common.supportCode'),
      cell: ({ supportCode }) => <span className={classes.code}>{supportCode}</span>,
    },
  ]
  return (
    <DataList
      label={t('ledger.list')}
      columns={columns}
      rows={orders}
      rowId={({ id }) => id}
      link={(order, content) => (
        <OrderLink order={order} coded={!operator}>
          {content}
        </OrderLink>
      )}
    />
  )
}

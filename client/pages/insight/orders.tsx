import { Link } from '@tanstack/react-router'
import type { OrderView } from '../../../contract/devices.ts'
import type { device as deviceWatch } from '../../../contract/insight.ts'
import { OrderLink } from '../../commands/order-link.tsx'
import { SupportCode } from '../../commands/support-code.tsx'
import { orderWords, stepsOf } from '../../devices/order-words.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './device.module.css'

const shownOrders = 50
const newestFirst = (rows: OrderView[]) => rows.sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1)).slice(0, shownOrders)

/** The way of an order with the seconds after its issue. */
function Way({ order }: { order: OrderView }) {
  const t = useT()
  const start = Date.parse(order.issuedAt)
  return (
    <ol className={classes.way}>
      {stepsOf(order).map(({ key, state, at }) => (
        <li key={key} data-state={state}>
          {t(`control.step.${key}`)}
          {at !== null && key !== 'queued' && (
            <small>{t('common.secondsAfter', { seconds: formatNumber((Date.parse(at) - start) / 1_000, 1, 1) })}</small>
          )}
        </li>
      ))}
    </ol>
  )
}

function Order({ order, zone }: { order: OrderView; zone: string }) {
  const t = useT()
  const { text, tone, icon } = orderWords(order, t)
  return (
    <li className={classes.entry}>
      <OrderLink order={order}>
        <time dateTime={order.issuedAt}>{formatDateTime(order.issuedAt, zone, { seconds: true })}</time>
      </OrderLink>
      <div>
        <Badge tone={tone} icon={icon} quiet>
          {text}
        </Badge>
        <p>
          <span>
            {order.by === null ? t('insight.orders.bySystem') : t('insight.orders.by', { name: order.by })} (
            {t(`insight.why.${order.allowedBy}`)})
          </span>
          {order.anyway && <span>{t('insight.orders.anyway')}</span>}
        </p>
      </div>
      <Way order={order} />
      <SupportCode code={order.supportCode} />
    </li>
  )
}

interface OrdersProps {
  live: Live<(typeof deviceWatch)['kinds'][number]>
  deviceId: number
  zone: string
}

/** The last orders of a device: who, why, each step with its time, and what became of it (CTRL-8). */
export function Orders({ live, deviceId, zone }: OrdersProps) {
  const t = useT()
  const orders = useRows(live, 'order', newestFirst, sameList)
  return (
    <Panel
      title={t('insight.orders.title')}
      aside={
        orders.length > 0 && (
          <Link className={classes.all} to="/orders" search={{ device: deviceId }}>
            {t('ledger.ofDevice')}
          </Link>
        )
      }
    >
      {orders.length === 0 ? (
        <p className={classes.none}>{t('insight.orders.none')}</p>
      ) : (
        <ul className={classes.orders} aria-label={t('insight.orders.list')}>
          {orders.map((order) => (
            <Order key={order.id} order={order} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ledger } from '../../../contract/control.ts'
import { OrderLink } from '../../commands/order-link.tsx'
import { orderWords } from '../../devices/order-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './booking-orders.module.css'

const shown = 5
/** Looked at again so often while somebody looks, ms. */
const againMs = 20_000

/** The last orders that a reservation led to, with the way to all of them. `moved` = ask again. */
export function BookingOrders({ reservationId, moved }: { reservationId: number; moved: number | string }) {
  const t = useT()
  const { view, retry } = useQuery(ledger, { reservationId, limit: shown }, moved)
  useEffect(() => whileSeen(againMs, retry), [retry])
  return (
    <Panel title={t('insight.orders.title')}>
      {view !== null && view.orders.length === 0 && <p className={classes.none}>{t('insight.orders.none')}</p>}
      {view !== null && view.orders.length > 0 && (
        <ul className={classes.brief}>
          {view.orders.map((order) => {
            const { text, tone, icon } = orderWords(order, t)
            return (
              <li key={order.id}>
                <OrderLink order={order}>
                  <time dateTime={order.issuedAt}>
                    {formatDateTime(order.issuedAt, order.site.timeZone, { seconds: true })}
                  </time>
                </OrderLink>
                <span>{order.device.name}</span>
                <Badge tone={tone} icon={icon} quiet>
                  {text}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
      {view !== null && view.recordCount > shown && (
        <Link className={classes.all} to="/orders" search={{ reservation: reservationId }}>
          {t('ledger.all', { count: view.recordCount })}
        </Link>
      )}
    </Panel>
  )
}

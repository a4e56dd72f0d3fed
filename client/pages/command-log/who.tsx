import type { LedgerLine } from '../../../contract/control.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './ledger.module.css'

/** Who wished it and by which right; what a gateway decided by itself says so. */
export function Who({ order }: { order: Pick<LedgerLine, 'by' | 'allowedBy' | 'anyway' | 'byGateway'> }) {
  const t = useT()
  return (
    <span className={classes.two}>
      <span>{order.by ?? t(order.byGateway ? 'ledger.byGateway' : 'ledger.bySystem')}</span>
      <small>
        {t(`insight.why.${order.allowedBy}`)}
        {order.anyway && ` · ${t('insight.orders.anyway')}`}
      </small>
    </span>
  )
}

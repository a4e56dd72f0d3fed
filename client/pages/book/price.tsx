import type { ReservationView } from '../../../contract/reservations/view.ts'
import { formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/money.tsx'
import { RefundTerms } from '../../ui/refund-terms.tsx'
import classes from './hold.module.css'

/** Price with its tax, and the refunds of cancelling with their deadlines (BOOK-6). */
export function Price({ row }: { row: ReservationView }) {
  const t = useT()
  return (
    <>
      <dl className={classes.price}>
        <dt className={classes.priceTerm} data-total>
          {t('common.price')}
        </dt>
        <dd className={classes.priceValue} data-total>
          <Money cents={row.priceCents} free />
        </dd>
        {row.priceCents > 0 && (
          <>
            <dt className={classes.priceTerm}>{t('booking.tax', { rate: formatNumber(row.taxRatePercent, 2) })}</dt>
            <dd className={classes.priceValue}>{formatEuros(row.taxCents)}</dd>
          </>
        )}
      </dl>
      <p className={classes.refund}>
        <Icon className={classes.refundIcon} name="history" size={18} />
        <RefundTerms
          paidCents={row.priceCents}
          refundUntilMinutes={row.rules.refundUntilMinutes}
          start={row.start}
          zone={row.site.timeZone}
        />
      </p>
    </>
  )
}

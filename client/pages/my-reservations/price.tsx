import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { lastOf, type Stay } from '../../reservation/stays.ts'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/money.tsx'
import { RefundTerms } from '../../ui/refund-terms.tsx'
import classes from './reservations.module.css'

/** The price of a stay, how its last part was paid, and the refund of cancelling that part now. */
export function Price({ stay }: { stay: Stay }) {
  const t = useT()
  const last = lastOf(stay)
  const { paymentMethod, costCenter, state, followedBy } = last
  const total = stay.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const terms = {
    paidCents: last.paidCents,
    refundUntilMinutes: last.rules.refundUntilMinutes,
    start: last.start,
    zone: last.site.timeZone,
    booked: last,
  }
  return (
    <div className={classes.price}>
      <Icon className={classes.priceIcon} name="euro" size={18} />
      <div>
        <strong>
          <Money cents={total} free />
        </strong>
        {paymentMethod !== null && paymentMethod !== 'free' && (
          <span>
            {' '}
            · {costCenter ? `${costCenter.number} ${costCenter.name}` : t(`reservations.method.${paymentMethod}`)}
          </span>
        )}
        {state === 'RESERVED' && followedBy === null && (
          <small className={classes.priceNote}>
            {stay.length > 1 && `${t('reservations.price.last', { price: formatEuros(last.priceCents) })} `}
            <RefundTerms {...terms} />
          </small>
        )}
      </div>
    </div>
  )
}

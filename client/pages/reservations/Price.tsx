import type { ReservationView } from '../../../contract/reservation-view.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/Money.tsx'
import { RefundTerms } from '../../ui/RefundTerms.tsx'
import classes from './reservations.module.css'

/** What was paid and how, and what cancelling brings back right now. */
export function Price({ view }: { view: ReservationView }) {
  const t = useT()
  const { priceCents, paymentMethod, costCenter, state, followedBy } = view
  return (
    <div className={classes.price}>
      <Icon name="euro" size={18} />
      <div>
        <strong>
          <Money cents={priceCents} free />
        </strong>
        {paymentMethod !== null && paymentMethod !== 'free' && (
          <span>
            {' '}
            · {costCenter ? `${costCenter.number} ${costCenter.name}` : t(`reservations.method.${paymentMethod}`)}
          </span>
        )}
        {state === 'RESERVED' && followedBy === null && (
          <small>
            <RefundTerms
              paidCents={view.paidCents}
              refundUntilMinutes={view.rules.refundUntilMinutes}
              start={view.start}
              zone={view.site.timeZone}
            />
          </small>
        )}
      </div>
    </div>
  )
}

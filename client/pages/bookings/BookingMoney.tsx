import type { BookingView } from '../../../contract/reservation-view.ts'
import { formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Panel } from '../../ui/Page.tsx'
import { RefundTerms } from '../../ui/RefundTerms.tsx'
import classes from './bookings.module.css'
import { Fact, Facts } from './Facts.tsx'

/** What it cost, how it was paid, what went back, and what cancelling would bring back. */
export function BookingMoney({ booking }: { booking: BookingView }) {
  const t = useT()
  const { priceCents, taxCents, taxRatePercent, paymentMethod, costCenter, paidCents, refundedCents } = booking
  return (
    <Panel title={t('bookings.detail.money')}>
      <Facts>
        <Fact name={t('bookings.fact.price')}>
          {formatEuros(priceCents)}
          {taxCents > 0 && (
            <small>
              {t('bookings.fact.tax', { rate: formatNumber(taxRatePercent) })}: {formatEuros(taxCents)}
            </small>
          )}
        </Fact>
        {paymentMethod && <Fact name={t('bookings.fact.method')}>{t(`bookings.method.${paymentMethod}`)}</Fact>}
        {costCenter && (
          <Fact name={t('bookings.fact.costCenter')}>
            {costCenter.number} {costCenter.name}
          </Fact>
        )}
        <Fact name={t('bookings.fact.paid')}>{formatEuros(paidCents)}</Fact>
        {refundedCents > 0 && <Fact name={t('bookings.fact.refunded')}>{formatEuros(refundedCents)}</Fact>}
      </Facts>
      {booking.state === 'RESERVED' && (
        <p className={classes.dim}>
          <RefundTerms
            paidCents={paidCents}
            refundUntilMinutes={booking.rules.refundUntilMinutes}
            start={booking.start}
            zone={booking.site.timeZone}
            booked={booking}
          />
        </p>
      )}
    </Panel>
  )
}

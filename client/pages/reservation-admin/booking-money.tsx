import type { BookingView } from '../../../contract/reservations/view.ts'
import { formatDateTime, formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'
import { RefundTerms } from '../../ui/refund-terms.tsx'
import classes from './bookings.module.css'

/** What it cost, how it was paid, what went back, and what cancelling would bring back. */
export function BookingMoney({ booking }: { booking: BookingView }) {
  const t = useT()
  const { priceCents, taxCents, taxRatePercent, paymentMethod, costCenter, paidCents, refundedCents, overstay } =
    booking
  return (
    <Panel title={t('bookings.detail.money')}>
      <Facts>
        <Fact name={t('common.price')}>
          {formatEuros(priceCents)}
          {taxCents > 0 && (
            <FactNote>
              {t('bookings.fact.tax', { rate: formatNumber(taxRatePercent) })}: {formatEuros(taxCents)}
            </FactNote>
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
        {overstay?.endedAt && (
          <Fact name={t('bookings.fact.stayed')}>{formatDateTime(overstay.endedAt, booking.site.timeZone)}</Fact>
        )}
        {overstay !== null && overstay.priceCents > 0 && (
          <Fact name={t('bookings.fact.extra')}>
            {formatEuros(overstay.priceCents)}
            {overstay.chargedCents < overstay.priceCents && (
              <FactNote>
                {t('bookings.fact.owed')}: {formatEuros(overstay.priceCents - overstay.chargedCents)}
              </FactNote>
            )}
          </Fact>
        )}
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

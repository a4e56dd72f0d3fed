import { useCallback, useSyncExternalStore } from 'react'
import { displacementsOf, refundAfterDisplacements, refundTerms } from '../../machines/booking/refund.ts'
import { formatDate, formatDateTime, formatEuros, formatTime } from '../i18n/format.ts'
import { t, useT } from '../i18n/i18n.ts'
import { onTick, serverNow } from './clock.ts'

const everySecond = (listener: () => void) => onTick(1_000, listener)
const dayMs = 86_400_000

interface Terms {
  paidCents: number
  refundUntilMinutes: number
  /** ISO, start of the reservation. */
  start: string
  /** IANA zone of the site. */
  zone: string
  /** Of a booked reservation: its end, earlier refunds, and its displacements. */
  booked?: {
    readonly end: string
    readonly refundedCents: number
    readonly displacements: readonly { readonly from: string; readonly until: string | null }[]
  }
}

/**
 * Returns the refund for a cancellation as a sentence: 'cancel until 13:20: 4.50 € back, later 2.25 €'. `now` in ms.
 */
export function refundSentence({ paidCents, refundUntilMinutes, start, zone, booked }: Terms, now: number): string {
  const begins = new Date(start)
  const rule = { refundUntilMinutes, timeZone: zone }
  if (booked && booked.displacements.length > 0 && paidCents > 0 && now < Date.parse(booked.end)) {
    const span = { start: begins, end: new Date(booked.end) }
    const due = refundAfterDisplacements(paidCents, rule, span, displacementsOf(booked.displacements), new Date(now))
    const back = formatEuros(Math.max(0, due - booked.refundedCents))
    return now < begins.getTime()
      ? t('displacement.refund.hit', { until: formatDateTime(begins, zone), full: back })
      : t('displacement.refund.hitNow', { amount: back })
  }
  if (now >= begins.getTime()) return t('booking.refund.none')
  const terms = refundTerms(paidCents, rule, begins, new Date(now))
  // On the day of the stay the time is enough: the date stands beside it.
  const said = (until: Date) =>
    until.getTime() - now < dayMs / 2 && formatDate(until, zone) === formatDate(begins, zone)
      ? formatTime(until, zone)
      : formatDateTime(until, zone)
  if (paidCents === 0) return t('booking.refund.free', { until: said(begins) })
  const [full, half] = [formatEuros(terms.fullCents), formatEuros(terms.halfCents)]
  if (terms.fullUntil && terms.halfUntil)
    return t('booking.refund.fullThenHalf', { until: said(terms.fullUntil), full, half })
  if (terms.fullUntil) return t('booking.refund.full', { until: said(terms.fullUntil), full })
  return t('booking.refund.half', { until: said(begins), half })
}

/** The same, updated by the clock. */
export function RefundTerms({ paidCents, refundUntilMinutes, start, zone, booked }: Terms) {
  useT()
  const sentence = useCallback(
    () => refundSentence({ paidCents, refundUntilMinutes, start, zone, ...(booked && { booked }) }, serverNow()),
    [paidCents, refundUntilMinutes, start, zone, booked],
  )
  return <span>{useSyncExternalStore(everySecond, sentence)}</span>
}

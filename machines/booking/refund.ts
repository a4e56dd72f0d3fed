import { minuteMs } from './calendar.ts'
import type { RefundTerms } from './types.ts'

const half = (cents: number) => Math.ceil(cents / 2)
const fullEnds = (start: Date, refundUntilMinutes: number) => new Date(start.getTime() - refundUntilMinutes * minuteMs)

/**
 * What cancelling at `now` brings back, in cents (rules P-6 to P-8): all of it while more than `refundUntilMinutes` are left, half of it
 * from then on (an odd cent goes to the customer), nothing once started. 0 minutes = all of it until the start.
 */
export function refundCents(paidCents: number, refundUntilMinutes: number, start: Date, now: Date): number {
  if (now.getTime() >= start.getTime()) return 0
  return now.getTime() < fullEnds(start, refundUntilMinutes).getTime() ? paidCents : half(paidCents)
}

/** The same as a promise for the card, as of `now`: each amount with the moment at which it ends; 0 where that moment is null. */
export function refundTerms(paidCents: number, refundUntilMinutes: number, start: Date, now: Date): RefundTerms {
  const until = fullEnds(start, refundUntilMinutes)
  const full = now.getTime() < until.getTime()
  const halves = now.getTime() < start.getTime() && refundUntilMinutes > 0
  return {
    fullUntil: full ? until : null,
    fullCents: full ? paidCents : 0,
    halfUntil: halves ? start : null,
    halfCents: halves ? half(paidCents) : 0,
  }
}

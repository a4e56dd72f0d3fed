import type { BookedView } from '../../contract/reservations/view.ts'
import { hitsOf, refundOfHits } from '../../machines/booking/refund.ts'

/** What cancelling brings back at `now` (ms), cents; nothing comes back twice. */
export function refundNow({ paidCents, refundedCents, rules, start, end, hits }: BookedView, now: number): number {
  const span = { start: new Date(start), end: new Date(end) }
  const due = refundOfHits(paidCents, rules.refundUntilMinutes, span, hitsOf(hits), new Date(now))
  return Math.max(0, due - refundedCents)
}

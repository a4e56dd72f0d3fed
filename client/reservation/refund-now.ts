import type { BookedView } from '../../contract/reservations/view.ts'
import { displacementsOf, refundAfterDisplacements } from '../../machines/booking/refund.ts'

/** The refund of cancelling at `now` (ms), cents; nothing is refunded twice. */
export function refundNow(
  { paidCents, refundedCents, rules, start, end, displacements, site }: BookedView,
  now: number,
): number {
  const span = { start: new Date(start), end: new Date(end) }
  const due = refundAfterDisplacements(
    paidCents,
    { ...rules, timeZone: site.timeZone },
    span,
    displacementsOf(displacements),
    new Date(now),
  )
  return Math.max(0, due - refundedCents)
}

import { useCallback } from 'react'
import { claims } from '../../../contract/reservations/book.ts'
import type { ClaimView } from '../../../contract/reservations/view.ts'
import type { Span } from '../../../machines/booking/calendar.ts'
import { formatCountdown } from '../../i18n/format.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { useLeft } from './hold-clock.tsx'
import { hoursAround } from './request.ts'

/** How long a place is still held by somebody else; nothing if unknown. */
export function HeldTime({ siteId, deviceId, span }: { siteId: number; deviceId: number; span: Span }) {
  const live = useWatch(claims, { ...hoursAround(span), siteId })
  const [start, end] = [span.start.getTime(), span.end.getTime()]
  const until = useRows(
    live,
    'claim',
    useCallback(
      (rows: ClaimView[]) =>
        rows.reduce(
          (latest, claim) =>
            claim.deviceId === deviceId &&
            claim.state === 'held' &&
            claim.heldUntil !== null &&
            Date.parse(claim.start) < end &&
            Date.parse(claim.end) > start
              ? Math.max(latest, Date.parse(claim.heldUntil))
              : latest,
          0,
        ),
      [deviceId, start, end],
    ),
  )
  const left = useLeft(until === 0 ? null : until)
  return left > 0 && <span aria-hidden="true"> · {formatCountdown(left)}</span>
}

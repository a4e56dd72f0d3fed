import { refundCents } from '../../../machines/booking/refund.ts'
import type { ProblemCheck } from '../problem-check.ts'

/** Reservations that were cancelled in time and paid, but not refunded. */
export const missingRefund: ProblemCheck = {
  find: `select r.id, r.number::text as name, jsonb_build_object('paidCents', sum(t.amount_cents), 'start', r.starts_at, 'endedAt', r.ended_at,
    'minutes', coalesce((r.rules ->> 'refundUntilMinutes')::int, 1440), 'timeZone', s.time_zone) as detail
  from reservations r join sites s on s.id = r.site_id join transactions t on t.reservation_id = r.id and t.kind in ('booking', 'extension')
  where r.state = 'STORNO' and r.parent_id is null and r.ended_at < r.starts_at
    and not exists (select from transactions b where b.reservation_id = r.id and b.kind = 'refund')
  group by r.id, s.id`,
  detail({ paidCents, minutes, timeZone, start, endedAt }) {
    const rule = { refundUntilMinutes: Number(minutes), timeZone: String(timeZone) }
    return { cents: refundCents(Number(paidCents), rule, new Date(start ?? 0), new Date(endedAt ?? 0)) }
  },
}

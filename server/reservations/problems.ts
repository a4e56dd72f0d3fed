import type * as z from 'zod'
import { problems } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { refundCents } from '../../machines/booking/refund.ts'
import { paymentGraceSeconds } from '../claims/facts.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Maximum number of problems of one kind; fixing them reveals more. */
const max = 100

type Problem = z.input<typeof problems.reply>[number]

/**
 * Each finds reservations with a detail, over the whole database and regardless of constraints that should prevent the
 * fault.
 */
const checks: Readonly<Record<Problem['kind'], string>> = {
  // Overlapping live claims of one device: compares with the latest end of all that began before.
  overlap: `select r.id, jsonb_build_object('deviceId', r.device_id) as detail from (
      select id, device_id, starts_at, max(ends_at) over (
        partition by device_id order by starts_at, id rows between unbounded preceding and 1 preceding) as before
      from reservations where state in ('CREATED', 'RESERVED') and not shared) r
    where r.starts_at < r.before`,
  'stale-hold': `select r.id, jsonb_build_object('heldUntil', r.held_until) as detail from reservations r
    where r.state = 'CREATED' and r.parent_id is null and r.held_until < :now::timestamptz - interval '${paymentGraceSeconds + 300} s'`,
  // Cancelled in time, paid, but not refunded.
  'missing-refund': `select r.id, jsonb_build_object('paidCents', sum(t.amount_cents), 'start', r.starts_at, 'endedAt', r.ended_at,
      'minutes', coalesce((r.rules ->> 'refundUntilMinutes')::int, 1440), 'timeZone', s.time_zone) as detail
    from reservations r join sites s on s.id = r.site_id join transactions t on t.reservation_id = r.id and t.kind in ('booking', 'extension')
    where r.state = 'STORNO' and r.parent_id is null and r.ended_at < r.starts_at
      and not exists (select from transactions b where b.reservation_id = r.id and b.kind = 'refund')
    group by r.id, s.id`,
  // Children whose state, span or site differs from their parent's.
  'stray-child': `select r.id, jsonb_build_object('parentId', p.id, 'state', r.state, 'parentState', p.state) as detail
    from reservations r join reservations p on p.id = r.parent_id
    where (r.state, r.starts_at, r.ends_at, r.site_id) is distinct from (p.state, p.starts_at, p.ends_at, p.site_id)
       or p.parent_id is not null`,
  'unsettled-payment': `select r.id, jsonb_build_object('payment', p.api_id, 'amountCents', p.amount_cents) as detail
    from payments p join reservations r on r.id = p.reservation_id
    where p.state = 'pending' and p.expires_at < :now::timestamptz - interval '15 minutes'`,
}

/** Finds inconsistent data (rule L-17). */
export default answer(problems, async ({ trx, now }) => {
  // Sorts all claims: a million of them in memory rather than in files.
  await trx.raw(`set local work_mem = '96MB'`)
  const found: Problem[] = []
  for (const [kind, sql] of Object.entries(checks) as [Problem['kind'], string][]) {
    const rows = await many<Omit<Problem, 'kind'>>(
      trx,
      `select r.id as "reservationId", r.number, found.detail
       from (${sql}) found join reservations r on r.id = found.id order by r.id limit ${max}`,
      { now },
    )
    for (const { detail, ...row } of rows)
      found.push({ kind, ...row, detail: kind === 'missing-refund' ? owed(detail) : detail })
  }
  return found
})

function owed({ paidCents, minutes, timeZone, start, endedAt }: Problem['detail']): Problem['detail'] {
  const rule = { refundUntilMinutes: Number(minutes), timeZone: String(timeZone) }
  return { cents: refundCents(Number(paidCents), rule, new Date(start ?? 0), new Date(endedAt ?? 0)) }
}

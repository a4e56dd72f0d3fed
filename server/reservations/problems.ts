import type { Knex } from 'knex'
import { problems } from '../../contract/reservations.ts'
import { refundCents } from '../../machines/booking/refund.ts'
import { answer } from '../bus/handle.ts'
import { paymentGraceSeconds } from '../claims/facts.ts'

/** So many of each kind are told; who mends them asks again. */
const most = 100

type Kind = 'overlap' | 'stale-hold' | 'missing-refund' | 'stray-child' | 'unsettled-payment'
interface Problem {
  kind: Kind
  reservationId: number
  number: number
  detail: Record<string, string | number>
}

/** Looks for what must not be (rule L-17). Each check goes over everything, whatever constraint should make it impossible. */
export default answer(problems, async ({ trx, now }) => {
  const found: Problem[] = []
  for (const check of [overlaps, staleHolds, missingRefunds, strayChildren, unsettledPayments])
    found.push(...(await check(trx, now)))
  return found
})

/** Live claims of one device that overlap: with the latest end of all that began before. */
async function overlaps(trx: Knex): Promise<Problem[]> {
  // All claims are put in order: a million of them in memory rather than in files.
  await trx.raw(`set local work_mem = '96MB'`)
  return told(
    trx,
    'overlap',
    `select r.id, jsonb_build_object('deviceId', r.device_id) as detail from (
       select id, device_id, starts_at, max(ends_at) over (
         partition by device_id order by starts_at, id rows between unbounded preceding and 1 preceding) as before
       from reservations where state in ('CREATED', 'RESERVED') and not shared) r
     where r.starts_at < r.before`,
  )
}

/** Holds that ran out long ago and that nobody has tidied up. */
async function staleHolds(trx: Knex, now: Date): Promise<Problem[]> {
  return told(
    trx,
    'stale-hold',
    `select r.id, jsonb_build_object('heldUntil', r.held_until) as detail from reservations r
     where r.state = 'CREATED' and r.parent_id is null and r.held_until < :now::timestamptz - interval '${paymentGraceSeconds + 300} s'`,
    { now },
  )
}

interface Owed {
  id: number
  number: number
  paidCents: number
  start: Date
  endedAt: Date
  minutes: number
}

/** Cancelled in time, paid, and nothing came back. */
async function missingRefunds(trx: Knex): Promise<Problem[]> {
  const { rows } = await trx.raw<{ rows: Owed[] }>(
    `select r.id, r.number, sum(t.amount_cents)::int as "paidCents", r.starts_at as start, r.ended_at as "endedAt",
       coalesce((r.rules ->> 'refundUntilMinutes')::int, 1440) as minutes
     from reservations r join transactions t on t.reservation_id = r.id and t.kind in ('booking', 'extension')
     where r.state = 'STORNO' and r.parent_id is null and r.ended_at < r.starts_at
       and not exists (select from transactions b where b.reservation_id = r.id and b.kind = 'refund')
     group by r.id order by r.id limit ${most}`,
  )
  return rows.map(({ id, number, paidCents, start, endedAt, minutes }) => ({
    kind: 'missing-refund',
    reservationId: id,
    number,
    detail: { cents: refundCents(paidCents, minutes, start, endedAt) },
  }))
}

/** Children that do not share their parent's state, span or site. */
async function strayChildren(trx: Knex): Promise<Problem[]> {
  return told(
    trx,
    'stray-child',
    `select r.id, jsonb_build_object('parentId', p.id, 'state', r.state, 'parentState', p.state) as detail
     from reservations r join reservations p on p.id = r.parent_id
     where (r.state, r.starts_at, r.ends_at, r.site_id) is distinct from (p.state, p.starts_at, p.ends_at, p.site_id)
        or p.parent_id is not null`,
  )
}

/** Card payments of reservations that nobody knows the outcome of, long after their time. */
async function unsettledPayments(trx: Knex, now: Date): Promise<Problem[]> {
  return told(
    trx,
    'unsettled-payment',
    `select r.id, jsonb_build_object('payment', p.api_id, 'amountCents', p.amount_cents) as detail
     from payments p join reservations r on r.id = p.reservation_id
     where p.state = 'pending' and p.expires_at < :now::timestamptz - interval '15 minutes'`,
    { now },
  )
}

async function told(trx: Knex, kind: Kind, sql: string, bindings: Record<string, Knex.Value> = {}): Promise<Problem[]> {
  const { rows } = await trx.raw<{ rows: Omit<Problem, 'kind'>[] }>(
    `select r.id as "reservationId", r.number, found.detail
     from (${sql}) found join reservations r on r.id = found.id order by r.id limit ${most}`,
    bindings,
  )
  return rows.map((row) => ({ kind, ...row }))
}

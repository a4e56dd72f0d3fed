import type { Knex } from 'knex'
import { type Displacement, displacementsOf, refundAfterDisplacements } from '../../machines/booking/refund.ts'
import { displacementsSql } from '../claims/displacements.ts'
import type { PeriodSpan } from './period-span.ts'
import { covers, type Target } from './target.ts'

/** A booked main reservation with all data for its plan, refund and message. Times are instants, money is in cents. */
export interface Affected {
  readonly id: number
  readonly number: number
  readonly userId: number | null
  readonly person: string | null
  readonly language: string | null
  readonly siteId: number
  readonly siteName: string
  readonly timeZone: string
  readonly deviceId: number
  readonly deviceName: string
  readonly typeId: number
  readonly start: Date
  readonly end: Date
  readonly priceCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly refundUntilMinutes: number
  /** Last try before the start, minutes; −1 = none. */
  readonly lastTryMinutes: number
  readonly optionalIds: readonly number[]
  readonly followsId: number | null
  /** Periods that already cover its place. */
  readonly displacements: readonly { readonly from: string; readonly until: string | null }[]
}

const columns = `b.id, b.number, b.user_id as "userId", coalesce(nullif(u.full_name, ''), u.username) as person, u.language,
  b.site_id as "siteId", coalesce(s.full_name, s.name) as "siteName", s.time_zone as "timeZone", b.device_id as "deviceId", d.name as "deviceName",
  d.device_type_id as "typeId", b.starts_at as start, b.ends_at as end, b.price_cents as "priceCents",
  coalesce(money.paid, 0)::int as "paidCents", coalesce(money.refunded, 0)::int as "refundedCents",
  coalesce((b.rules ->> 'refundUntilMinutes')::int, 1440) as "refundUntilMinutes", coalesce(e.last_rebooking_minutes, 60) as "lastTryMinutes",
  array(select c.device_id from reservations c join devices o on o.id = c.device_id where c.parent_id = b.id and o.is_optional order by 1) as "optionalIds",
  b.follows_id as "followsId", ${displacementsSql('b')} as displacements`
const sources = `reservations b
  join sites s on s.id = b.site_id
  join devices d on d.id = b.device_id
  left join users u on u.id = b.user_id
  left join events e on e.id = b.event_id
  left join lateral (
    select sum(amount_cents) filter (where kind in ('booking', 'extension')) as paid, sum(amount_cents) filter (where kind = 'refund') as refunded
    from transactions where reservation_id = b.id) money on true`

/** SQL: heads of booked reservations of which any device is covered while they meet [:start, :end), as \`heads\`. */
const headsOf = (
  target: Target,
): string => `covered as materialized (select d.id from devices d where ${covers[target.scope]}),
  heads as materialized (
    select distinct coalesce(r.parent_id, r.id) as id from covered c join reservations r on r.device_id = c.id
    where r.state = 'RESERVED' and r.ends_at > :start and (:end::timestamptz is null or r.starts_at < :end))`

/** Returns the booked reservations that a period would affect (rule MT-3), by start, then id. */
export async function readAffected(trx: Knex, target: Target, span: PeriodSpan): Promise<Affected[]> {
  const { rows } = await trx.raw<{ rows: Affected[] }>(
    `with ${headsOf(target)} select ${columns} from ${sources} join heads on heads.id = b.id order by b.starts_at, b.id`,
    { targetId: target.id, start: span.start, end: span.end },
  )
  return rows
}

/** Returns the same for main reservations by id, whatever their state. */
export async function readAffectedByIds(trx: Knex, ids: readonly number[]): Promise<Affected[]> {
  if (ids.length === 0) return []
  const { rows } = await trx.raw<{ rows: Affected[] }>(
    `select ${columns} from ${sources} where b.id = any (:ids) and b.parent_id is null order by b.starts_at, b.id`,
    { ids: [...ids] },
  )
  return rows
}

/** Returns the refund for cancelling at `now` because of `displacements` (rules P-9, P-10), less earlier refunds. */
export function refundOf(affected: Affected, more: readonly Displacement[], now: Date): number {
  const { paidCents, refundedCents } = affected
  const displacements = [...displacementsOf(affected.displacements), ...more]
  return Math.max(0, refundAfterDisplacements(paidCents, affected, affected, displacements, now) - refundedCents)
}

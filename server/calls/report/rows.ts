import type { Knex } from 'knex'
import { many } from '../../../db/sql.ts'
import { taxOf } from '../../../machines/booking/price.ts'
import type { ReservationState } from '../../../machines/reservation-rules.ts'
import type { UserActor } from '../../kernel/bus/actor.ts'
import type { Column } from './texts.ts'

export interface ReportFilter {
  readonly states: readonly ReservationState[]
  /** ISO instants: `since` is inclusive, `before` exclusive. */
  readonly since: string | undefined
  readonly until: string | undefined
}
type Plain = Exclude<Column, 'price' | 'tax' | 'paid' | 'refunded'>
/** One reservation of the report: texts, and money in cents. */
export type ReportRow = Readonly<Record<Plain, string | null>> & {
  readonly id: number
  /** Its start with microseconds: together with the id, the cursor of the next page. */
  readonly at: string
  readonly priceCents: number
  readonly taxCents: number
  readonly paidCents: number
  readonly refundedCents: number
}
export type Place = Pick<ReportRow, 'at' | 'id'>

const local = (column: string) => `to_char(${column} at time zone s.time_zone, 'YYYY-MM-DD HH24:MI')`
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Reads one page of the actor's reservations, by start and id. Short statements: a slow reader holds neither a connection nor a snapshot. */
export async function readReportPage(
  trx: Knex,
  actor: UserActor,
  filter: ReportFilter,
  after: Place | null,
  limit: number,
): Promise<ReportRow[]> {
  const siteIds = actor.seesAll ? [] : await sitesOf(trx, actor)
  const conditions = [
    'r.parent_id is null',
    'r.state = any (:states)',
    ...(actor.seesAll ? [] : ['r.site_id = any (:siteIds)']),
    ...(filter.since ? ['r.starts_at >= :since'] : []),
    ...(filter.until ? ['r.starts_at < :until'] : []),
    ...(after ? ['(r.starts_at, r.id) > (:at, :id)'] : []),
  ]
  const rows = await many<ReportRow & { taxRatePercent: number }>(
    trx,
    `with page as materialized (
       select r.* from reservations r where ${conditions.join(' and ')} order by r.starts_at, r.id limit :limit),
     money as (
       select reservation_id, sum(amount_cents) filter (where kind in ('booking', 'extension')) as paid,
         sum(amount_cents) filter (where kind = 'refund') as refunded
       from transactions where reservation_id in (select id from page) group by 1),
     first_zone as (select site_id, min(zone_id) as zone_id from site_zones group by 1)
     select r.id, to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, r.number::text as number, r.state,
       coalesce(s.full_name, s.name) as site, z.name as zone, t.name as company, d.name as device, dt.display_name as "deviceType",
       ${local('r.starts_at')} as start, ${local('r.ends_at')} as end, s.time_zone as "timeZone",
       ${utc('r.starts_at')} as "startUtc", ${utc('r.ends_at')} as "endUtc",
       coalesce(nullif(u.full_name, ''), u.username) as person, u.email, r.licence_plate as "licencePlate", r.note,
       r.payment_method as "paymentMethod", cc.number as "costCenter",
       coalesce(nullif(m.full_name, ''), m.username) as "managedBy", ${utc('r.reserved_at')} as booked,
       r.price_cents as "priceCents", coalesce((r.rules ->> 'taxRatePercent')::float, t.tax_rate_percent::float, 0) as "taxRatePercent",
       coalesce(money.paid, 0)::int as "paidCents", coalesce(money.refunded, 0)::int as "refundedCents"
     from page r
     join sites s on s.id = r.site_id
     join devices d on d.id = r.device_id
     join device_types dt on dt.id = d.device_type_id
     left join events e on e.id = r.event_id
     left join first_zone f on f.site_id = r.site_id
     left join zones z on z.id = coalesce(e.zone_id, f.zone_id)
     left join tenants t on t.id = z.tenant_id
     left join users u on u.id = r.user_id
     left join users m on m.id = r.managed_by
     left join cost_centers cc on cc.id = r.cost_center_id
     left join money on money.reservation_id = r.id
     order by r.starts_at, r.id`,
    { ...filter, states: [...filter.states], siteIds, ...after, limit } as Knex.ValueDict,
  )
  return rows.map(({ taxRatePercent, ...row }) => ({
    ...row,
    taxCents: taxOf(row.priceCents, taxRatePercent).taxCents,
  }))
}

/** Read separately, so the planner knows the number of rows and walks the index of starts instead of sorting the rest. */
async function sitesOf(trx: Knex, actor: UserActor): Promise<number[]> {
  const sql = 'select distinct site_id as id from site_zones where zone_id = any (?)'
  const rows = await many<{ id: number }>(trx, sql, [[...actor.zoneIds]])
  return rows.map(({ id }) => id)
}

import { expired } from '../claims/facts.ts'

/** SQL: reservations of tenants :tenantIds that are booked and not over at :now. */
const booked = `from reservations r join events e on e.id = r.event_id join zones z on z.id = e.zone_id
  where z.tenant_id = any(:tenantIds) and r.parent_id is null and r.state = 'RESERVED' and r.ends_at > :now`

/** SQL: which reservations `r` a product is for. */
export const usedBy: Readonly<Record<string, string>> = {
  PAYMENT: 'r.price_cents > 0',
  LPR: `(r.rules ->> 'lprEnabled')::boolean and r.licence_plate is not null`,
  GPS: `(r.rules ->> 'gpsEnabled')::boolean and r.use_automatic_access`,
  SMS: `(r.rules ->> 'smsEnabled')::boolean and exists (select from users u where u.id = r.user_id and u.wants_sms)`,
}

/** SQL: holds of the tenants with a price, which have not expired. */
const holds = `from reservations r join events e on e.id = r.event_id join zones z on z.id = e.zone_id
  where z.tenant_id = any(:tenantIds) and r.parent_id is null and r.state = 'CREATED' and r.hold_kind = 'choosing' and r.price_cents > 0
    and not ${expired('r')}`

/** SQL: booked with a price within the last 30 days. */
const recent = `from reservations r join events e on e.id = r.event_id join zones z on z.id = e.zone_id
  where z.tenant_id = any(:tenantIds) and r.parent_id is null and r.state = 'RESERVED' and r.reserved_at > :now::timestamptz - interval '30 days'`

const nothing = `0 as reservations, 0 as "paidCents", 0 as holds, 0 as "holdCents", 0 as "recentCents"`

/** SQL: active users of the tenants who have the feature of product :productId only through them. */
const losers = `select count(*)::int as people, ${nothing} from users u
  join product_roles pr on pr.role_id = u.role_id and pr.product_id = :productId
  where u.state = 'ACTIVE' and u.id in (select user_id from user_tenants where tenant_id = any(:tenantIds))
    and not exists (select from user_tenants ut join product_tenants pt on pt.tenant_id = ut.tenant_id
      where ut.user_id = u.id and ut.tenant_id <> all(:tenantIds) and pt.product_id = :productId)`

/** Whether reservations use the feature of a prefix. */
export const isUsedByReservations = (prefix: string): boolean => usedBy[prefix] !== undefined

/** Returns the SQL that counts what tenants :tenantIds lose with a product (:productId). */
export function closes(prefix: string): string {
  const used = usedBy[prefix]
  if (used === undefined) return losers
  if (prefix !== 'PAYMENT')
    return `select count(distinct r.user_id)::int as people, count(*)::int as reservations, 0 as "paidCents", 0 as holds,
        0 as "holdCents", 0 as "recentCents" ${booked} and ${used}`
  return `select count(distinct r.user_id)::int as people, count(*)::int as reservations, coalesce(sum(r.price_cents), 0)::int as "paidCents",
      (select count(*)::int ${holds}) as holds, (select coalesce(sum(r.price_cents), 0)::int ${holds}) as "holdCents",
      (select coalesce(sum(r.price_cents), 0)::float8 ${recent}) as "recentCents"
    ${booked} and ${used}`
}

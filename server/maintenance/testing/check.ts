import type { Knex } from 'knex'
import { many, one } from '../../../db/sql.ts'

/** SQL: whether unrevoked period m covers a device of the family of head h while it is booked; independent of the code under test. */
const covered = `m.revoked_at is null and tstzrange(m.starts_at, m.ends_at, '[)') && tstzrange(h.starts_at, h.ends_at, '[)') and exists (
  select from reservations f join devices d on d.id = f.device_id left join site_zones z on z.site_id = d.site_id
  where (f.id = h.id or f.parent_id = h.id) and (d.id = m.device_id or d.site_id = m.site_id or z.zone_id = m.zone_id))`

/** Invariants once all work is done: queries that must return no rows. */
export async function wrongs(knex: Knex): Promise<Record<string, unknown[]>> {
  const asked: Record<string, string> = {
    'overlapping claims': `select a.id as a, b.id as b from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
      where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared`,
    'within a period, and nobody says so': `select h.id, m.id as period from reservations h join maintenance_periods m on ${covered}
      where h.state = 'RESERVED' and h.parent_id is null and h.ends_at > now() and not exists (
        select from reservation_maintenance_periods p where p.reservation_id = h.id and p.maintenance_period_id = m.id
          and p.outcome in ('not-moved', 'lost-access') and p.from_device_id = h.device_id)`,
    'held within a period': `select h.id, m.id as period from reservations h join maintenance_periods m on ${covered}
      where h.state = 'CREATED' and h.parent_id is null and h.created_at > m.created_at`,
    'not dealt with': `select * from reservation_maintenance_periods where outcome = 'pending' or planned_device_id is not null
      or (next_try_at <= now() and outcome = 'not-moved')`,
    'of no use any more': `select p.* from reservation_maintenance_periods p join maintenance_periods m on m.id = p.maintenance_period_id
      join reservations r on r.id = p.reservation_id
      where (m.revoked_at is not null and p.outcome in ('not-moved', 'lost-access') and r.ends_at > now())
        or (r.state = 'STORNO' and p.outcome in ('not-moved', 'lost-access')) or (r.state = 'RESERVED' and p.outcome = 'canceled')`,
    'moved, and not told exactly once': `select reservation_id, told, moved from (
        select h.reservation_id, count(*) as moved,
          (select count(*) from messages n where n.reservation_id = h.reservation_id and n.kind = 'reservation-rebooked' and n.channel = 'mail') as told
        from reservation_history h where h.type = 'device-changed' and h.data ->> 'why' = 'maintenance' group by 1) s where told <> moved`,
    'moved more often than by each period once': `select reservation_id from reservation_history h
      where h.type = 'device-changed' and h.data ->> 'why' = 'maintenance' group by 1
      having count(*) > (select count(*) from reservation_maintenance_periods p where p.reservation_id = h.reservation_id and p.outcome = 'rebooked')`,
    'told the same twice': `select reservation_id, kind, split_part(dedupe_key, ':', 2) as period, count(*) from messages
      where dedupe_key like 'maintenance:%' and channel = 'mail' group by 1, 2, 3 having count(*) > 1`,
    'without a place, and not told': `select p.reservation_id, p.outcome from reservation_maintenance_periods p
      where p.outcome in ('not-moved', 'lost-access') and not exists (select from messages n where n.dedupe_key = 'maintenance:'
        || p.maintenance_period_id || ':' || p.reservation_id || ':maintenance-' || p.outcome)`,
    'told that it is back, but not that it was gone': `select n.dedupe_key from messages n where n.kind = 'maintenance-restored' and not exists (
      select from messages o where o.reservation_id = n.reservation_id and o.kind in ('maintenance-not-moved', 'maintenance-lost-access')
        and split_part(o.dedupe_key, ':', 2) = split_part(n.dedupe_key, ':', 2))`,
    'more back than was paid': `select reservation_id from transactions where reservation_id is not null group by 1
      having sum(case kind when 'refund' then amount_cents else 0 end) > sum(case when kind in ('booking', 'extension') then amount_cents else 0 end)`,
    'told that it is without a place, cancelled, and not all money back': `select r.id, p.maintenance_period_id from reservation_maintenance_periods p
      join maintenance_periods m on m.id = p.maintenance_period_id join reservations r on r.id = p.reservation_id
      where r.state = 'STORNO' and p.outcome = 'canceled' and p.at = r.ended_at and r.starts_at > r.ended_at and m.device_id = r.device_id
        and (m.revoked_at is null or m.revoked_at > r.ended_at + interval '1 s')
        and exists (select from messages n where n.dedupe_key = 'maintenance:' || m.id || ':' || r.id || ':maintenance-not-moved')
        and (select coalesce(sum(amount_cents), 0) from transactions where reservation_id = r.id and kind = 'refund') <> r.price_cents`,
    'cancelled with a place, and more than the usual back': `select r.id from reservations r where r.state = 'STORNO'
      and not exists (select from reservation_maintenance_periods where reservation_id = r.id)
      and (select coalesce(sum(amount_cents), 0) from transactions where reservation_id = r.id and kind = 'refund') > ceil(r.price_cents / 2.0)`,
  }
  const found: Record<string, unknown[]> = {}
  for (const [name, sql] of Object.entries(asked)) {
    const wrong = await many<object>(knex, sql)
    if (wrong.length > 0) found[name] = wrong.slice(0, 5)
  }
  const { sum } = await one<{ sum: number }>(
    knex,
    'select coalesce(sum(balance_cents), 0) as sum from account_balances',
  )
  return sum === 0 ? found : { ...found, 'money made or lost': [sum] }
}

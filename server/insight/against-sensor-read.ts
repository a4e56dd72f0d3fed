import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import type { AgainstSensor, BookedHere, SensorKind } from '../../machines/against-sensor.ts'
import { sensorKinds } from '../../machines/against-sensor.ts'
import { leftStatuses } from '../../machines/overstay.ts'
import { monitoredSql } from '../../telemetry/ingest/ingest-registry.ts'
import { sameStay } from '../doors/stay-sql.ts'

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const kinds = list(sensorKinds)

/** Places: devices that can be reserved separately and report a status. */
const place = 't.is_reservable and t.has_status and not d.is_mandatory and not d.is_optional and d.retired_at is null'

/** SQL: an access time offers place d today, by the calendar of its site. */
const offered = `exists (select from sites w cross join lateral (select (statement_timestamp() at time zone w.time_zone)::date as today) c
  join site_zones z on z.site_id = w.id join events e on e.zone_id = z.zone_id where w.id = d.site_id and e.deleted_at is null
  and e.starts_on <= c.today and coalesce(e.ends_on >= c.today, true) and (not exists (select from event_device_types x where x.event_id = e.id)
    or exists (select from event_device_types x where x.event_id = e.id and x.device_type_id = d.device_type_id)))`

/**
 * Returns places where reservation and sensor may disagree, ascending: with an open malfunction of that kind, occupied
 * without a reservation, occupied at or shortly before the start of one, not opened, or with many reports in a short
 * time.
 */
export async function placesInDoubt(knex: Knex): Promise<number[]> {
  const found = await many<{ id: number }>(
    knex,
    `with occupied as materialized (
       select s.device_id, s.last_state_change as since from device_states s join devices d on d.id = s.device_id join device_types t on t.id = d.device_type_id
       where s.status = 'occupied' and ${place})
     select device_id as id from malfunctions where kind in (${kinds}) and closed_at is null and right_since is null
     union select o.device_id from occupied o join devices d on d.id = o.device_id where o.since < statement_timestamp() - interval '3 minutes'
       and not exists (select from reservations r where r.device_id = o.device_id and r.state = 'RESERVED' and not r.shared
         and r.span && tstzrange(statement_timestamp(), statement_timestamp() + interval '15 minutes', '[]')) and ${offered}
     union select o.device_id from occupied o join reservations r on r.device_id = o.device_id and r.state = 'RESERVED' and not r.shared
       and r.span && tstzrange(statement_timestamp(), statement_timestamp() + interval '10 minutes', '[]') and (r.parent_id is not null or r.entries_used = 0)
       where o.since < r.starts_at - interval '15 minutes' or exists (select from overstays v where v.device_id = o.device_id and v.ended_at is null)
     union select r.device_id from control_runs c join reservations r on r.id = c.reservation_id
       where c.kind = 'path' and c.state = 'stopped' and c.ended_at > statement_timestamp() - interval '1 hour' and r.state = 'RESERVED' and r.ends_at > statement_timestamp()
     union select s.device_id from device_states s where s.last_state_change > statement_timestamp() - interval '10 minutes'
       and (select count(*) from device_reports p where p.device_id = s.device_id and p.at > statement_timestamp() - interval '10 minutes') > 12
     order by 1`,
  )
  return found.map(({ id }) => id)
}

/** Returns the next places in ascending id, to check their last fortnight; empty = all were checked. */
export async function placesAfter(knex: Knex, after: number, limit: number): Promise<number[]> {
  const found = await many<{ id: number }>(
    knex,
    `select d.id from devices d join device_types t on t.id = d.device_type_id where d.id > ? and ${place} order by d.id limit ?`,
    [after, limit],
  )
  return found.map(({ id }) => id)
}

export interface Doubt {
  readonly id: number
  readonly place: AgainstSensor
  /** Its open malfunctions, each with its reservation. */
  readonly open: ReadonlyMap<SensorKind, number | null>
  /** The database's time. */
  readonly now: Date
}
type Booked = Omit<BookedHere, 'start'> & { start: string }
interface Row extends Omit<AgainstSensor, 'running' | 'next' | 'flips' | 'heard'> {
  id: number
  running: Booked | null
  next: Booked | null
  heardAt: Date | null
  ten: number
  thirty: number
  open: { kind: SensorKind; about: number | null }[]
  now: Date
}

/** SQL: reservation h with its claim c of device d, as jsonb: a BookedHere. */
const booked = `jsonb_build_object('id', h.id, 'start', c.starts_at, 'entered', h.entries_used > 0,
  'goesOn', exists (select from reservations b where b.device_id = d.id and b.state = 'RESERVED' and not b.shared and b.ends_at = c.starts_at
    and (coalesce(b.user_id = h.user_id, false) or b.id = h.follows_id)),
  'notOpened', (select case when x.state = 'stopped' and o.state = 'failed' and o.answer ->> 'result' in ('failed', 'refused')
      then coalesce(o.reason, 'not-opened') end
    from control_runs x left join control_steps y on y.run_id = x.id and y.device_id = d.id left join device_commands o on o.id = y.device_command_id
    where x.reservation_id = h.id and x.kind = 'path' and x.action = 'open' and x.ended_at is not null order by x.created_at desc limit 1))`

const factsSql = `
  select d.id, ${monitoredSql} as monitored, s.status, s.last_state_change as since, s.reachable, s.sensor_dirty as dirty, s.last_message_at as "heardAt",
    ${offered} as offered, exists (select from device_maintenance m where m.device_id = d.id and m.span @> statement_timestamp()) as maintenance,
    exists (select from overstays v where v.device_id = d.id and v.ended_at is null
      and not exists (select from reservations c join reservations r on r.id = v.reservation_id where c.device_id = d.id and c.state = 'RESERVED' and not c.shared
        and c.span @> statement_timestamp() and ${sameStay('c', 'r')})) as overstayed,
    (select ${booked} from reservations c join reservations h on h.id = coalesce(c.parent_id, c.id)
      where c.device_id = d.id and c.state = 'RESERVED' and not c.shared and c.span @> statement_timestamp() limit 1) as running,
    (select ${booked} from reservations c join reservations h on h.id = coalesce(c.parent_id, c.id)
      where c.device_id = d.id and c.state = 'RESERVED' and not c.shared and c.starts_at > statement_timestamp()
        and c.span && tstzrange(statement_timestamp(), statement_timestamp() + interval '15 minutes', '[]') order by c.starts_at limit 1) as next,
    (select max(c.ends_at) from reservations c where c.device_id = d.id and c.state = 'RESERVED' and not c.shared
      and c.ends_at <= statement_timestamp() and c.span && tstzrange(statement_timestamp() - interval '1 hour', statement_timestamp())) as "lastEnd",
    coalesce(f.ten, 0)::int as ten, coalesce(f.thirty, 0)::int as thirty,
    case when d.id = any (:lookBack::int[]) or exists (select from malfunctions m where m.device_id = d.id and m.kind = 'sensor-doubtful' and m.closed_at is null) then
      (select jsonb_build_object('stays', n.stays, 'everOccupied', n.stays < 3 or exists (select from device_reports p where p.device_id = d.id
          and p.at > statement_timestamp() - interval '14 days' and p.status = 'occupied'),
        'everLeft', n.stays < 3 or exists (select from device_reports p where p.device_id = d.id
          and p.at > statement_timestamp() - interval '14 days' and p.status in (${list(leftStatuses)})))
       from (select count(*) as stays from reservations r where r.device_id = d.id and r.parent_id is null and r.state = 'RESERVED' and r.entries_used > 0
         and r.starts_at > statement_timestamp() - interval '14 days' and r.ends_at <= statement_timestamp() and r.ends_at - r.starts_at >= interval '30 minutes') n) end as fortnight,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'about', m.reservation_id)), '[]') from malfunctions m
      where m.device_id = d.id and m.kind in (${kinds}) and m.closed_at is null and m.right_since is null) as open,
    statement_timestamp() as now
  from devices d join device_states s on s.device_id = d.id join device_types t on t.id = d.device_type_id
  join gateways g on g.id = d.gateway_id join sites site on site.id = d.site_id
  left join lateral (
    select count(*) filter (where flips and at > statement_timestamp() - interval '10 minutes') as ten, count(*) filter (where flips) as thirty
    from (select p.at, (p.status = 'occupied') is distinct from lag(p.status = 'occupied') over (order by p.at) and lag(p.status) over (order by p.at) is not null as flips
      from device_reports p where p.device_id = d.id and p.at > statement_timestamp() - interval '30 minutes') each_report
    where s.last_state_change > statement_timestamp() - interval '30 minutes') f on true
  where d.id = any (:ids::int[]) order by d.id`

/**
 * Reads the facts about these places. `lookBack` = those whose last fortnight is checked; `since` = start of the
 * portal: older data may be outdated.
 */
export async function readDoubts(
  trx: Knex,
  { ids, lookBack, since }: { ids: readonly number[]; lookBack: readonly number[]; since: Date },
): Promise<Doubt[]> {
  const { rows: found } = await trx.raw<{ rows: Row[] }>(factsSql, { ids: [...ids], lookBack: [...lookBack] })
  return found.map(({ id, now, open, ten, thirty, running, next, heardAt, ...rest }) => ({
    id,
    now,
    open: new Map(open.map(({ kind, about }) => [kind, about])),
    place: {
      ...rest,
      running: running && { ...running, start: new Date(running.start) },
      next: next && { ...next, start: new Date(next.start) },
      flips: { ten, thirty },
      heard: heardAt !== null && heardAt >= since,
    },
  }))
}

import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { exists } from '../../db/sql.ts'
import { coversSql } from '../claims/displacements.ts'
import type { ToldPeriod } from './messages.ts'
import type { DueRow } from './verdict.ts'

/** Due work of one reservation and one period, as read under its locks. */
export interface Due extends DueRow {
  readonly reservationId: number
  readonly deviceId: number
  readonly fromDeviceId: number | null
  readonly plannedDeviceId: number | null
  readonly period: ToldPeriod
  /** Another period also covers its place. */
  readonly alsoHit: boolean
  /** Another revoked period still has to inform the person: that happens once, by the last of them. */
  readonly toldByOther: boolean
}

/**
 * Returns whether anything is due: one query is cheaper than the transactions of all workers. clock_timestamp() could
 * not use the index.
 */
export async function isAnyDue(knex: Knex): Promise<boolean> {
  return exists(
    knex,
    `select from reservation_maintenance_periods where next_try_at < statement_timestamp() + interval '1 ms'`,
  )
}

/**
 * Locks up to `limit` due reservations with or without a planned place, then their rows; returns what is due. Rows
 * locked by others are left to the next run.
 */
export async function lockDue(
  trx: Knex.Transaction,
  { planned, limit }: { planned: boolean; limit: number },
): Promise<{ now: Date; due: Due[] }> {
  const now = await clock(trx)
  // A Date has whole milliseconds: everything due within this one counts.
  const before = new Date(now.getTime() + 1)
  const { rows: locked } = await trx.raw<{ rows: { id: number; periodId: number }[] }>(
    `select r.id, p.maintenance_period_id as "periodId"
     from reservation_maintenance_periods p join reservations r on r.id = p.reservation_id
     where p.next_try_at < :before and p.planned_device_id is ${planned ? 'not null' : 'null'}
     order by p.next_try_at, r.id limit :limit for no key update of r skip locked`,
    { before, limit },
  )
  if (locked.length === 0) return { now, due: [] }
  const bindings = { ids: locked.map(({ id }) => id), periodIds: locked.map(({ periodId }) => periodId), before }
  // A second statement: even without waiting, the first one saw the rows as they were before others changed them.
  await trx.raw(
    `select from unnest(:ids::int[], :periodIds::int[]) as w (id, period_id)
     join reservation_maintenance_periods p on p.reservation_id = w.id and p.maintenance_period_id = w.period_id
     order by p.reservation_id, p.maintenance_period_id for update of p`,
    bindings,
  )
  // A revocation locks its rows: after waiting for them the period must be read again.
  const { rows } = await trx.raw<{ rows: DueSql[] }>(
    `with w as materialized (select * from unnest(:ids::int[], :periodIds::int[]) as w (id, period_id))
     select p.reservation_id as "reservationId", p.outcome, p.tries, p.last_try_at as "lastTryAt", p.from_device_id as "fromDeviceId",
       p.planned_device_id as "plannedDeviceId", r.state, r.starts_at as start, r.ends_at as end, r.device_id as "deviceId",
       m.id as "periodId", m.scope, m.reason, m.starts_at as "periodStart", m.ends_at as "periodEnd", m.revoked_at is not null as revoked,
       ${coversSql('r', 'm')} as covered,
       exists (select from reservation_maintenance_periods q join maintenance_periods o on o.id = q.maintenance_period_id
               where q.reservation_id = r.id and o.id <> m.id and q.outcome in ('pending', 'not-moved', 'lost-access')
                 and o.revoked_at is null and ${coversSql('r', 'o')}) as "alsoHit",
       exists (select from reservation_maintenance_periods q join maintenance_periods o on o.id = q.maintenance_period_id
               where q.reservation_id = r.id and o.id <> m.id and q.outcome in ('not-moved', 'lost-access') and o.revoked_at is not null
                 and (o.id > m.id or not exists (select from w where w.id = r.id and w.period_id = o.id))) as "toldByOther"
     from w join reservation_maintenance_periods p on p.reservation_id = w.id and p.maintenance_period_id = w.period_id
     join reservations r on r.id = w.id join maintenance_periods m on m.id = w.period_id
     where p.next_try_at < :before and p.planned_device_id is ${planned ? 'not null' : 'null'}
     order by p.reservation_id, p.maintenance_period_id`,
    bindings,
  )
  return { now, due: rows.map(dueOf) }
}

type DueSql = Omit<Due, 'period'> & { periodId: number; reason: string; periodStart: Date; periodEnd: Date | null }

function dueOf({ periodId, reason, periodStart, periodEnd, ...rest }: DueSql): Due {
  return { ...rest, period: { id: periodId, reason, start: periodStart, end: periodEnd } }
}

/** Values written to one row. */
export interface Settled {
  readonly reservationId: number
  readonly periodId: number
  readonly outcome: Due['outcome']
  readonly toDeviceId: number | null
  readonly plannedDeviceId: number | null
  readonly nextTryAt: Date | null
  readonly lastTryAt: Date | null
  readonly tries: number
}

/** A row unchanged, with nothing planned and nothing left to do. */
export function unsettled({ reservationId, period, outcome, lastTryAt, tries }: Due): Settled {
  const nothing = { toDeviceId: null, plannedDeviceId: null, nextTryAt: null }
  return { reservationId, periodId: period.id, outcome, ...nothing, lastTryAt, tries }
}

/** Writes locked rows with the time of the last outcome. */
export async function writeSettled(trx: Knex.Transaction, settled: readonly Settled[], now: Date): Promise<void> {
  if (settled.length === 0) return
  await trx.raw(
    `update reservation_maintenance_periods p set outcome = w.outcome, to_device_id = w."toDeviceId", planned_device_id = w."plannedDeviceId",
       next_try_at = w."nextTryAt", last_try_at = w."lastTryAt", tries = w.tries, at = case when p.outcome = w.outcome then p.at else :now end
     from jsonb_to_recordset(:rows::jsonb) as w ("reservationId" integer, "periodId" integer, outcome text, "toDeviceId" integer,
       "plannedDeviceId" integer, "nextTryAt" timestamptz, "lastTryAt" timestamptz, tries integer)
     where p.reservation_id = w."reservationId" and p.maintenance_period_id = w."periodId"`,
    { now, rows: JSON.stringify(settled) },
  )
}

import type { Knex } from 'knex'
import { many, one, prepared } from '../../db/sql.ts'
import { enqueue } from '../../db/transaction.ts'
import { type Refuse, refused } from '../kernel/bus/refuse.ts'
import { expired, type Span } from './facts.ts'

/**
 * The one way to claim time of devices (rule B-30): lock the person, the site (shared; setting maintenance locks it
 * exclusively) and the devices in ascending id, end expired holds, then write. The constraint reservations_no_overlap
 * is the last line of defence; its error is translated.
 */
const locks = { person: 727_010, site: 727_011, device: 727_012 } as const

/**
 * A person books one thing at a time: prevents two of their own calls from making two holds. Later queries on the
 * connection run under the lock.
 */
export async function lockPerson(trx: Knex.Transaction, userId: number): Promise<void> {
  await enqueue(trx, 'select pg_advisory_xact_lock(?, ?)', [locks.person, userId])
}

/**
 * Locks sites against maintenance being set, and devices against other claims; returns the time at which the locks were
 * granted.
 */
export async function lockForClaim(
  trx: Knex.Transaction,
  siteIds: readonly number[],
  deviceIds: readonly number[],
): Promise<Date> {
  const { now } = await one<{ now: Date }>(
    trx,
    `with sites as materialized (
       select count(pg_advisory_xact_lock_shared(?, id)) as n from (select unnest(?::int[]) as id order by 1) as s),
     devices as materialized (
       select count(pg_advisory_xact_lock(?, id)) as n from (select unnest(?::int[]) as id order by 1) as d where (select n from sites) >= 0)
     select clock_timestamp() as now from devices where n >= 0`,
    [locks.site, ascending(siteIds), locks.device, ascending(deviceIds)],
  )
  return now
}

/** Locks sites exclusively, ascending: meanwhile nothing there is claimed, doors and barriers included. */
export async function lockSites(trx: Knex.Transaction, siteIds: readonly number[]): Promise<void> {
  for (const siteId of ascending(siteIds)) await trx.raw('select pg_advisory_xact_lock(?, ?)', [locks.site, siteId])
}

/** Locks one device if nobody else is claiming it now; never waits. */
export async function tryLockDevice(trx: Knex.Transaction, deviceId: number): Promise<boolean> {
  const sql = 'select pg_try_advisory_xact_lock(?, ?) as got'
  return (await one<{ got: boolean }>(trx, sql, [locks.device, deviceId])).got
}

/** Expired holds that block these devices in this span: the ids of their families' heads. */
export async function expiredInTheWay(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  span: Span,
  now: Date,
): Promise<number[]> {
  const rows = await prepared<{ id: number }>(
    trx,
    `select distinct coalesce(r.parent_id, r.id) as id from reservations r
     where r.device_id = any (:deviceIds) and r.state in ('CREATED', 'RESERVED') and not r.shared
       and r.span && tstzrange(:start, :end, '[)') and ${expired('r')} order by 1`,
    { deviceIds: [...deviceIds], start: span.start, end: span.end, now },
  )
  return rows.map(({ id }) => id)
}

/**
 * Ends expired holds, by the ids of their heads; returns the heads that ended. One that late money has revived stays.
 */
export function endExpired(trx: Knex.Transaction, ids: readonly number[], now: Date): Promise<number[]> {
  return endHolds(trx, ids, { now, reason: 'hold-expired', timedOut: true, onlyExpired: true })
}

/** Ends the expired holds in the way; returns the heads that ended. */
export async function freeExpired(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  span: Span,
  now: Date,
): Promise<number[]> {
  return endExpired(trx, await expiredInTheWay(trx, deviceIds, span, now), now)
}

/**
 * Ends holds with their children by the ids of their heads; reservations that are no longer holds stay. Returns the
 * heads that ended.
 */
export async function endHolds(
  trx: Knex.Transaction,
  ids: readonly number[],
  how: { now: Date; reason: string; timedOut: boolean; onlyExpired?: boolean },
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await many<{ id: number; parent_id: number | null }>(
    trx,
    `with family as materialized (
       select id from reservations r where (id = any (:ids) or parent_id = any (:ids)) order by id for update),
     ended as (
       update reservations r set state = 'CANCELED', timed_out = :timedOut, ended_at = :now, end_reason = :reason
       from family where r.id = family.id and r.state = 'CREATED' ${how.onlyExpired ? `and ${expired('r')}` : ''}
       returning r.id, r.parent_id),
     noted as (
       insert into reservation_history (reservation_id, type, at, data)
       select id, case when :timedOut then 'timed-out' else 'abandoned' end, :now, jsonb_build_object('reason', :reason::text)
       from ended where parent_id is null)
     select id, parent_id from ended`,
    { ids: [...ids], timedOut: how.timedOut, now: how.now, reason: how.reason },
  )
  return rows.filter((row) => row.parent_id === null).map((row) => row.id)
}

/** What the database's last line of defence says, as a refusal; anything else goes on as it is. */
export async function claiming<T>(work: Promise<T>, refuse: Refuse<'place-taken'>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23P01' && constraint === 'reservations_no_overlap') return refuse('place-taken')
    // The account was cancelled while this waited for its lock.
    if (constraint === 'reservations_of_active_people') throw refused({ code: 'session-expired' })
    throw error
  }
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}

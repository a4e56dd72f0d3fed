import type { Knex } from 'knex'

/** Maximum age of an event that may open, ms: a door must not open minutes after somebody stood there. */
export const patienceMs = 15_000
const freshAtOnce = 200
/** Small, because people at doors are waiting. */
const historyAtOnce = 20
const staleAtOnce = 2_000

export interface Waiting {
  readonly id: number
  readonly deviceId: number
}

const clock = '(SELECT coalesce(?::timestamptz, clock_timestamp()) AS now) AS clock'
/** A gateway's clock may be fast: no event is younger than its receipt. */
const isFresh = `least(e.at, e.received_at) >= clock.now - make_interval(secs => ${patienceMs / 1_000})`
/** A caching gateway reports that it let somebody in by itself (telemetry/ingest/write-events.ts letInBy). */
const isHistory = `e.value ~ '^reservation:[0-9]{1,9}$' AND (SELECT allow_offline_caching FROM gateways WHERE id = e.gateway_id)`

/** Dismisses events that are too late to open anything (too-late, PINs erased); returns how many, at most 2,000. */
export async function dismissStale(knex: Knex, now: Date | null): Promise<number> {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `WITH stale AS (
       SELECT e.id, clock.now FROM ${clock}, access_events e
       WHERE e.judged_at IS NULL AND NOT (${isFresh}) AND NOT coalesce(${isHistory}, false)
       ORDER BY e.id LIMIT ? FOR UPDATE OF e SKIP LOCKED)
     UPDATE access_events e SET outcome = 'too-late', judged_at = stale.now,
       value = CASE WHEN e.event = 'pin-entered' AND coalesce(e.value, '') !~ '^reservation:[0-9]{1,9}$' THEN NULL ELSE e.value END
     FROM stale WHERE e.id = stale.id RETURNING 1`,
    [now, staleAtOnce],
  )
  return rows.length
}

/**
 * Returns the next events: fresh ones, round robin by gateway, so that no gateway waits for another one's flood;
 * otherwise a few that gateways handled by themselves.
 */
export async function listWaiting(knex: Knex, except: readonly number[], now: Date | null): Promise<Waiting[]> {
  const fresh = await list(
    knex,
    `SELECT w.id, w."deviceId" FROM (
       SELECT e.id, e.at, e.device_id AS "deviceId", row_number() OVER (PARTITION BY e.gateway_id ORDER BY e.at, e.id) AS turn
       FROM ${clock}, access_events e WHERE e.judged_at IS NULL AND e.id <> ALL (?::bigint[]) AND ${isFresh}) w
     ORDER BY w.turn, w.at, w.id LIMIT ?`,
    [now, [...except], freshAtOnce],
  )
  if (fresh.length > 0) return fresh
  return list(
    knex,
    `SELECT e.id, e.device_id AS "deviceId" FROM access_events e WHERE e.judged_at IS NULL AND e.id <> ALL (?::bigint[])
     ORDER BY e.at, e.id LIMIT ?`,
    [[...except], historyAtOnce],
  )
}

async function list(knex: Knex, sql: string, bindings: readonly Knex.RawBinding[]): Promise<Waiting[]> {
  return (await knex.raw<{ rows: Waiting[] }>(sql, [...bindings])).rows
}

import type { Knex } from 'knex'
import { many, one } from '../../db/sql.ts'
import { type RollingOptions, rolling } from '../../telemetry/history/rollups-steps.ts'
import { bookingBindings, bookingColumns, bookingsSql, type SiteSpan } from './bookings-sql.ts'

const hourMs = 3_600_000
/** Sites with late hours per transaction. */
const lateSites = 20

/** Rolls up reservations and their money by site (rules T-19, T-20); late data is processed by site. */
export function createBookingRollups(options: RollingOptions) {
  return rolling(options, {
    table: 'rollup_bookings_state',
    said: 'reservations rolled up',
    slice: rollSlice,
    late: rollLate,
  })
}

/** Returns until when whole hours are rolled up; null = not begun. */
export async function readBookingsRolled(trx: Knex): Promise<Date | null> {
  const { until } = await one<{ until: Date | null }>(
    trx,
    'SELECT CASE WHEN isfinite(rolled_until) THEN rolled_until END AS until FROM rollup_bookings_state',
  )
  return until
}

/**
 * Rolls up at most `most` further hours before `closed`; returns how many. Other processes wait for this transaction.
 */
async function rollSlice(trx: Knex.Transaction, closed: Date, most: number): Promise<number> {
  await trx.raw('SELECT FROM rollup_bookings_state FOR UPDATE')
  const from = ((await readBookingsRolled(trx)) ?? (await firstHour(trx)) ?? closed).getTime()
  const until = Math.min(from + most * hourMs, closed.getTime())
  if (from >= until) return 0
  const sites = await many<{ siteId: number }>(trx, 'SELECT id AS "siteId" FROM sites ORDER BY id')
  const spans = sites.map(({ siteId }) => ({ siteId, from, until }))
  await write(trx, spans)
  await trx('rollup_bookings_state').update({ rolled_until: new Date(until) })
  return (until - from) / hourMs
}

/** Returns the hour of the first reservation or payment. */
async function firstHour(trx: Knex): Promise<Date | null> {
  const { first } = await one<{ first: Date | null }>(
    trx,
    `SELECT date_trunc('hour', least((SELECT min(starts_at) FROM reservations WHERE parent_id IS NULL), (SELECT min(created_at) FROM transactions)), 'UTC') AS first`,
  )
  return first
}

/** Rolls up changed hours of some sites above `after` again; returns which sites. Hours not rolled up yet wait. */
async function rollLate(trx: Knex.Transaction, after: number): Promise<number[]> {
  await trx.raw('SELECT FROM rollup_bookings_state FOR UPDATE')
  const late = await many<{ siteId: number; from: Date; until: Date }>(
    trx,
    `WITH rolled AS (SELECT rolled_until FROM rollup_bookings_state),
     chosen AS (SELECT DISTINCT site_id FROM rollup_bookings_late, rolled WHERE site_id > ? AND until <= rolled_until ORDER BY 1 LIMIT ?),
     taken AS (DELETE FROM rollup_bookings_late late USING chosen, rolled WHERE late.site_id = chosen.site_id AND late.until <= rolled_until
       RETURNING late.site_id, tstzrange(late.since, late.until) AS hours)
     SELECT site_id AS "siteId", lower(hours) AS from, upper(hours) AS until
     FROM (SELECT site_id, unnest(range_agg(hours)) AS hours FROM taken GROUP BY 1) merged ORDER BY 1, 2`,
    [after, lateSites],
  )
  if (late.length === 0) return []
  const spans = late.map(({ siteId, from, until }) => ({ siteId, from: from.getTime(), until: until.getTime() }))
  await trx.raw(
    `DELETE FROM rollup_bookings b USING unnest(?::integer[], ?::timestamptz[], ?::timestamptz[]) late (site_id, since, until)
     WHERE b.site_id = late.site_id AND b.bucket >= since AND b.bucket < late.until`,
    [late.map(({ siteId }) => siteId), late.map(({ from }) => from), late.map(({ until }) => until)],
  )
  await write(trx, spans)
  return [...new Set(late.map(({ siteId }) => siteId))]
}

async function write(trx: Knex, spans: readonly SiteSpan[]): Promise<void> {
  if (spans.length === 0) return
  const until = Math.max(...spans.map((span) => span.until))
  await trx.raw(
    `INSERT INTO rollup_bookings (site_id, bucket, ${bookingColumns.join(', ')}) SELECT * FROM ${bookingsSql} fresh`,
    bookingBindings(spans, { sliceMs: hourMs, deviceId: null, now: new Date(until) }),
  )
}

import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { dayMs } from '../../machines/booking/zone.ts'
import { bookingBindings, bookingsSql, type SiteSpan, sumsOfBookings } from './bookings-sql.ts'
import type { Between } from './calendar.ts'
import { readBookingsRolled } from './roll-bookings.ts'
import type { Target } from './target.ts'

/** Sums of reservations and money in a slice of time (rules T-15 to T-17): times in ms, money in cents. */
export interface Bookings {
  /** First ms of the slice. */
  readonly slice: number
  readonly bookedMs: number
  /** Reservations of places that had begun by `now`. */
  readonly began: number
  readonly reservations: number
  readonly canceled: number
  /** Duration of those not cancelled before the start. */
  readonly lastedMs: number
  readonly revenueCents: number
  readonly refundCents: number
}

const hourMs = 3_600_000
/**
 * Maximum span summed from reservations by one statement: a year of a large zone would exceed the statement timeout.
 */
const windowMs = 16 * dayMs
const columns = `(extract(epoch FROM slice) * 1000)::float8 AS slice, booked_ms AS "bookedMs", began, reservations, canceled, lasted_ms AS "lastedMs",
  revenue_cents AS "revenueCents", refund_cents AS "refundCents"`

/**
 * Returns reservations and money of the target by slices, in no order; a slice may occur several times. Whole hours of
 * sites come from the rollup; ends of the span, late or not yet rolled-up hours, single devices and quarters from the
 * reservations (rule T-20).
 */
export async function readBookings(
  trx: Knex,
  { deviceId, siteIds }: Target,
  span: Between,
  { sliceMs, now }: { sliceMs: number; now: Date },
): Promise<Bookings[]> {
  const rolledUntil = deviceId === null && sliceMs === hourMs ? await readBookingsRolled(trx) : null
  const first = Math.ceil(span.from / hourMs) * hourMs
  const last = Math.min(Math.floor(span.until / hourMs) * hourMs, rolledUntil?.getTime() ?? first)
  const all = (from: number, until: number): SiteSpan[] => siteIds.map((siteId) => ({ siteId, from, until }))
  if (first >= last) return readSpans(trx, all(span.from, span.until), { sliceMs, deviceId, now })
  const { rolled, late } = await readRolled(trx, siteIds, { from: first, until: last })
  const rest = [...all(span.from, first), ...late, ...all(last, span.until)]
  return [...rolled, ...(await readSpans(trx, rest, { sliceMs, deviceId, now }))]
}

/** From the rollup, and the hours left out because they changed, read in one snapshot. */
async function readRolled(
  trx: Knex,
  siteIds: readonly number[],
  { from, until }: Between,
): Promise<{ rolled: Bookings[]; late: SiteSpan[] }> {
  const found = await many<Bookings & { late: { siteId: number; from: number; until: number }[] | null }>(
    trx,
    `WITH late AS MATERIALIZED (
       SELECT site_id, range_agg(tstzrange(since, until)) * tstzmultirange(tstzrange(:from, :until)) AS hours FROM rollup_bookings_late
       WHERE site_id = ANY (:sites) AND since < :until AND until > :from GROUP BY 1
     ), rolled AS (
       SELECT bucket AS slice, ${sumsOfBookings} FROM rollup_bookings b LEFT JOIN late USING (site_id)
       WHERE b.site_id = ANY (:sites) AND bucket >= :from AND bucket < :until AND (late.hours IS NULL OR NOT late.hours @> bucket) GROUP BY 1
     )
     SELECT ${columns}, NULL AS late FROM rolled
     UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, (
       SELECT json_agg(json_build_object('siteId', site_id, 'from', extract(epoch FROM lower(part)) * 1000, 'until', extract(epoch FROM upper(part)) * 1000))
       FROM (SELECT site_id, unnest(hours) AS part FROM late) parts)`,
    { sites: [...siteIds], from: new Date(from), until: new Date(until) } as never,
  )
  return { rolled: found.filter(({ slice }) => slice !== null), late: found.flatMap(({ late }) => late ?? []) }
}

async function readSpans(
  trx: Knex,
  spans: readonly SiteSpan[],
  options: { sliceMs: number; deviceId: number | null; now: Date },
): Promise<Bookings[]> {
  const windows = new Map<number, SiteSpan[]>()
  for (const { siteId, from, until } of spans)
    for (let at = from; at < until; ) {
      const window = Math.floor(at / windowMs)
      const end = Math.min(until, (window + 1) * windowMs)
      windows.set(window, [...(windows.get(window) ?? []), { siteId, from: at, until: end }])
      at = end
    }
  const sql = `SELECT ${columns} FROM (SELECT slice, ${sumsOfBookings} FROM ${bookingsSql} of_sites GROUP BY 1) told`
  const found: Bookings[] = []
  for (const parts of windows.values()) found.push(...(await many<Bookings>(trx, sql, bookingBindings(parts, options))))
  return found
}

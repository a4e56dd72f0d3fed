/** Booked, or cancelled only after the start. For queries with reservations r. */
const ranSql = `(r.state = 'RESERVED' OR r.state = 'STORNO' AND r.ended_at > r.starts_at)`
/** End of the claim of its place: its end, or the cancellation while it ran. */
const heldUntilSql = `CASE r.state WHEN 'RESERVED' THEN r.ends_at ELSE least(r.ends_at, r.ended_at) END`
const milliseconds = (interval: string): string => `round(extract(epoch FROM ${interval}) * 1000)::bigint`
const sliceOf = (at: string): string => `date_bin(length, ${at}, '2000-01-01Z')`

/** Columns of sums of reservations and money. */
export const bookingColumns = [
  'booked_ms',
  'began',
  'reservations',
  'canceled',
  'lasted_ms',
  'revenue_cents',
  'refund_cents',
] as const
export const sumsOfBookings = bookingColumns.map((name) => `sum(${name}) AS ${name}`).join(', ')

/**
 * SQL of the sums of reservations and their money, by site and slice of time (rules T-15 to T-17), for sites and spans
 * in the bindings :sites, :froms and :untils (arrays of the same length); :slice = seconds of a slice, :device = a
 * single device, or null, :now = until when reservations have begun. Returns a relation (site_id, slice, and the
 * columns) without empty slices. Reserved time is computed from the ends of the reservations: how many ran at the start
 * of a slice, and which began or ended in it. So a stay of a year costs no more than one of an hour.
 */
export const bookingsSql = `(
  WITH part AS (
    SELECT part.*, make_interval(secs => :slice) AS length
    FROM unnest(:sites::integer[], :froms::timestamptz[], :untils::timestamptz[]) WITH ORDINALITY AS part (site_id, since, until, n)
  ), place AS MATERIALIZED (
    SELECT d.id, d.site_id FROM devices d JOIN device_types t ON t.id = d.device_type_id
    WHERE d.retired_at IS NULL AND t.is_reservable AND (:device::integer IS NULL OR d.id = :device)
  ), held AS (
    SELECT part.n, greatest(r.starts_at, since) AS s, least(r.ends_at, until) AS e, r.parent_id IS NULL AND r.starts_at >= since AS first
    FROM part JOIN place USING (site_id) JOIN reservations r ON r.device_id = place.id AND r.span && tstzrange(since, until)
    WHERE r.state = 'RESERVED' AND NOT r.shared
    UNION ALL
    SELECT part.n, greatest(r.starts_at, since), least(r.ends_at, r.ended_at, until), r.parent_id IS NULL AND r.starts_at >= since
    FROM part JOIN place USING (site_id) JOIN reservations r ON r.device_id = place.id AND r.ended_at > since AND r.starts_at < until
    WHERE r.state = 'STORNO' AND r.ended_at > r.starts_at AND NOT r.shared
  ), edges AS (
    SELECT n, ${sliceOf('edge.at')} AS slice, sum(way) AS running, sum(way * ${milliseconds(`${sliceOf('edge.at')} + length - edge.at`)}) AS ms,
      count(*) FILTER (WHERE first AND way = 1 AND s <= :now::timestamptz) AS began
    FROM held JOIN part USING (n) CROSS JOIN LATERAL (VALUES (s, 1), (e, -1)) edge (at, way) WHERE s < e GROUP BY 1, 2
  ), booked AS (
    SELECT n, slice, coalesce(began, 0) AS began, coalesce(ms, 0) + ${milliseconds('length')}
      * coalesce(sum(running) OVER (PARTITION BY n ORDER BY slice ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS booked_ms
    FROM part CROSS JOIN LATERAL generate_series(${sliceOf('since')}, until - interval '1 microsecond', length) slice LEFT JOIN edges USING (n, slice)
  ), counted AS (
    SELECT part.n, ${sliceOf('r.starts_at')} AS slice, count(*) AS reservations, count(*) FILTER (WHERE NOT ${ranSql}) AS canceled,
      coalesce(${milliseconds(`sum(${heldUntilSql} - r.starts_at) FILTER (WHERE ${ranSql})`)}, 0) AS lasted_ms
    FROM part JOIN reservations r ON r.site_id = part.site_id AND r.starts_at >= since AND r.starts_at < until
    WHERE r.parent_id IS NULL AND r.state IN ('RESERVED', 'STORNO') AND (:device::integer IS NULL OR r.device_id = :device) GROUP BY 1, 2
  ), moved AS (
    SELECT part.n, ${sliceOf('t.created_at')} AS slice, sum(CASE t.kind WHEN 'refund' THEN -t.amount_cents ELSE t.amount_cents END) AS revenue_cents,
      coalesce(sum(t.amount_cents) FILTER (WHERE t.kind = 'refund'), 0) AS refund_cents
    FROM transactions t JOIN reservations r ON r.id = t.reservation_id JOIN part ON part.site_id = r.site_id AND t.created_at >= since AND t.created_at < until
    WHERE t.created_at >= :earliest AND t.created_at < :latest AND t.kind IN ('booking', 'extension', 'refund')
      AND (:device::integer IS NULL OR r.device_id = :device) GROUP BY 1, 2
  ), told AS (
    SELECT n, slice, booked_ms, began, 0 AS reservations, 0 AS canceled, 0 AS lasted_ms, 0 AS revenue_cents, 0 AS refund_cents
    FROM booked WHERE booked_ms > 0
    UNION ALL SELECT n, slice, 0, 0, reservations, canceled, lasted_ms, 0, 0 FROM counted
    UNION ALL SELECT n, slice, 0, 0, 0, 0, 0, revenue_cents, refund_cents FROM moved
  )
  SELECT part.site_id, told.slice, ${sumsOfBookings} FROM told JOIN part USING (n) GROUP BY 1, 2
)`

/** A site's whole time, or a part of it, ms. */
export interface SiteSpan {
  readonly siteId: number
  readonly from: number
  readonly until: number
}

/** Bindings of `bookingsSql`; at least one span. */
export function bookingBindings(
  spans: readonly SiteSpan[],
  { sliceMs, deviceId, now }: { sliceMs: number; deviceId: number | null; now: Date },
): never {
  return {
    sites: spans.map(({ siteId }) => siteId),
    froms: spans.map(({ from }) => new Date(from)),
    untils: spans.map(({ until }) => new Date(until)),
    earliest: new Date(Math.min(...spans.map(({ from }) => from))),
    latest: new Date(Math.max(...spans.map(({ until }) => until))),
    slice: sliceMs / 1_000,
    device: deviceId,
    now,
  } as never
}

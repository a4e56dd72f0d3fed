import type { Knex } from 'knex'
import { deviceStatuses } from '../../machines/device.ts'
import { silentIntervals } from '../malfunctions/rules.ts'
import { columnsOf, type LateHour, lateHours } from './rollups-readings.ts'

/** Statuses that show whether a place is occupied (rule T-12). */
const telling = ['occupied', 'free', 'freeing', 'blocked', 'blocking', 'okay']
const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ')
/** Of two reports of one moment, the one of higher rank is the later (rule T-3). */
const rank = `array_position(ARRAY[${list(deviceStatuses)}], r.status)`

/**
 * Returns SQL of how long devices were known, and occupied, by UTC hour: the last reported status holds for at most three report intervals
 * after each reading or report (rule T-12). `spans` = SQL of a relation (device_id, since, until), each device once. A relation (device_id,
 * bucket, occupied_ms, known_ms) without unknown hours.
 */
export function usageSql(spans: string): string {
  return `(
    WITH device AS (
      SELECT d.id, span.since, span.until, ${silentIntervals} * t.report_interval_s * interval '1 second' AS hold
      FROM ${spans} span JOIN devices d ON d.id = span.device_id JOIN device_types t ON t.id = d.device_type_id
    ), heard AS (
      SELECT device.*, said.at, said.status, said.rank FROM device CROSS JOIN LATERAL (
        SELECT greatest(report.at, (SELECT max(r.at) FROM readings r WHERE r.device_id = device.id AND r.at < since AND r.at > since - hold)) AS at,
          report.status, 0 AS rank
        FROM (SELECT r.at, r.status FROM device_reports r WHERE r.device_id = device.id AND r.at < since ORDER BY r.at DESC, ${rank} DESC LIMIT 1) report
        UNION ALL
        SELECT r.at, r.status, ${rank} FROM device_reports r WHERE r.device_id = device.id AND r.at >= since AND r.at < until
        UNION ALL
        SELECT r.at, NULL, 99 FROM readings r WHERE r.device_id = device.id AND r.at >= since AND r.at < until
      ) said
    ), numbered AS (
      SELECT *, count(status) OVER (PARTITION BY id ORDER BY at, rank ROWS UNBOUNDED PRECEDING) AS report FROM heard
    ), held AS (
      SELECT id, greatest(at, since) AS s, least(lead(at) OVER (PARTITION BY id ORDER BY at, rank), at + hold, until) AS e,
        first_value(status) OVER (PARTITION BY id, report ORDER BY at, rank) AS status
      FROM numbered
    ), hours AS (
      SELECT id, status, hour, (extract(epoch FROM least(e, hour + interval '1 hour') - greatest(s, hour)) * 1000)::integer AS ms
      FROM held CROSS JOIN LATERAL generate_series(date_trunc('hour', s, 'UTC'), e, interval '1 hour') hour
      WHERE s < e AND status IN (${list(telling)})
    )
    SELECT id AS device_id, hour AS bucket, least(3600000, coalesce(sum(ms) FILTER (WHERE status = 'occupied'), 0))::integer AS occupied_ms,
      least(3600000, sum(ms))::integer AS known_ms
    FROM hours WHERE ms > 0 GROUP BY 1, 2
  )`
}

/** Returns SQL of spans for `usageSql`: [:from, :until) for each of `ids` (SQL of an array). */
export function sameSpan(ids: string): string {
  return `(SELECT device_id, :from::timestamptz AS since, :until::timestamptz AS until FROM unnest(${ids}) AS device_id)`
}

/** Rolls up how long devices were occupied in whole hours [from, until), by device and by site. */
export async function rollUsage(trx: Knex, from: Date, until: Date): Promise<void> {
  await trx.raw(
    `WITH written AS (
       INSERT INTO device_usage_1_hour (device_id, bucket, site_id, occupied_ms, known_ms)
       SELECT fresh.device_id, fresh.bucket, CASE WHEN t.is_reservable AND d.retired_at IS NULL THEN d.site_id END, fresh.occupied_ms, fresh.known_ms
       FROM ${usageSql(sameSpan('array(SELECT id FROM devices)'))} fresh
       JOIN devices d ON d.id = fresh.device_id JOIN device_types t ON t.id = d.device_type_id
       RETURNING site_id, bucket, occupied_ms, known_ms)
     ${sumUp('SELECT site_id, bucket, sum(occupied_ms), sum(known_ms) FROM written WHERE site_id IS NOT NULL GROUP BY 1, 2')}`,
    { from, until },
  )
}

/**
 * Computes the use of devices again after late data. A report holds until the next one, so everything until then may change; sites get the
 * difference.
 */
export async function rollUsageAgain(trx: Knex, late: readonly LateHour[], rolledUntil: Date): Promise<void> {
  await trx.raw(
    `WITH span AS MATERIALIZED (
       SELECT device_id, since, greatest(last, least(:rolled, (
         SELECT date_trunc('hour', min(r.at), 'UTC') + interval '1 hour' FROM device_reports r WHERE r.device_id = late.device_id AND r.at >= last))) AS until
       FROM (SELECT device_id, min(hour) AS since, max(hour) + interval '1 hour' AS last FROM ${lateHours} GROUP BY 1) late
     ), fresh AS MATERIALIZED (SELECT * FROM ${usageSql('span')} u),
     old AS (SELECT u.* FROM span JOIN device_usage_1_hour u ON u.device_id = span.device_id AND u.bucket >= span.since AND u.bucket < span.until),
     both_ AS MATERIALIZED (
       SELECT device_id, bucket, coalesce(fresh.occupied_ms, 0) AS occupied_ms, coalesce(fresh.known_ms, 0) AS known_ms,
         coalesce(fresh.occupied_ms, 0) - coalesce(old.occupied_ms, 0) AS more_occupied, coalesce(fresh.known_ms, 0) - coalesce(old.known_ms, 0) AS more_known,
         CASE WHEN old.device_id IS NULL THEN place.site_id ELSE old.site_id END AS site_id
       FROM fresh FULL JOIN old USING (device_id, bucket) LEFT JOIN (
         SELECT d.id AS device_id, d.site_id FROM devices d JOIN device_types t ON t.id = d.device_type_id
         WHERE t.is_reservable AND d.retired_at IS NULL) place USING (device_id)
     ), written AS (
       INSERT INTO device_usage_1_hour (device_id, bucket, site_id, occupied_ms, known_ms)
       SELECT device_id, bucket, site_id, occupied_ms, known_ms FROM both_
       ON CONFLICT (device_id, bucket) DO UPDATE SET occupied_ms = excluded.occupied_ms, known_ms = excluded.known_ms)
     ${sumUp('SELECT site_id, bucket, sum(more_occupied), sum(more_known) FROM both_ WHERE site_id IS NOT NULL GROUP BY 1, 2')}`,
    { ...columnsOf(late), rolled: rolledUntil } as never,
  )
}

function sumUp(differences: string): string {
  return `INSERT INTO site_usage_1_hour AS known (site_id, bucket, occupied_ms, known_ms) ${differences}
     ON CONFLICT (site_id, bucket) DO UPDATE SET occupied_ms = known.occupied_ms + excluded.occupied_ms, known_ms = known.known_ms + excluded.known_ms`
}

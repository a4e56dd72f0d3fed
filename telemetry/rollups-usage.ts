import type { Knex } from 'knex'
import { row } from '../db/rows.ts'
import { deviceStatuses } from '../machines/device.ts'
import { silentIntervals } from './malfunctions/rules.ts'

/** Statuses that tell whether somebody is there; the others tell nothing (rule T-12). */
const telling = ['occupied', 'free', 'freeing', 'blocked', 'blocking', 'okay']
const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ')
/** Of two reports from the same moment the one that ranks higher is the later (rule T-3). */
const rank = `array_position(ARRAY[${list(deviceStatuses)}], r.status)`

/**
 * SQL of how long devices were known, and occupied, by what they told, by UTC hour within [from, until): the status of the last report holds while
 * the device is heard of, at most three report intervals after each reading or report (rule T-12). Only what came before `until` counts. A
 * relation (device_id, bucket, occupied_ms, known_ms); hours of which nothing is known are absent. The arguments are SQL expressions.
 */
export function usageSql({ ids, from, until }: { ids: string; from: string; until: string }): string {
  return `(
    WITH device AS (
      SELECT d.id, ${silentIntervals} * t.report_interval_s * interval '1 second' AS hold
      FROM devices d JOIN device_types t ON t.id = d.device_type_id WHERE d.id = ANY (${ids})
    ), heard AS (
      SELECT device.id, hold, said.at, said.status, said.rank FROM device CROSS JOIN LATERAL (
        SELECT greatest(report.at, (SELECT max(r.at) FROM readings r WHERE r.device_id = device.id AND r.at < ${from} AND r.at > ${from} - hold)) AS at,
          report.status, 0 AS rank
        FROM (SELECT r.at, r.status FROM device_reports r WHERE r.device_id = device.id AND r.at < ${from} ORDER BY r.at DESC, ${rank} DESC LIMIT 1) report
        UNION ALL
        SELECT r.at, r.status, ${rank} FROM device_reports r WHERE r.device_id = device.id AND r.at >= ${from} AND r.at < ${until}
        UNION ALL
        SELECT r.at, NULL, 99 FROM readings r WHERE r.device_id = device.id AND r.at >= ${from} AND r.at < ${until}
      ) said
    ), numbered AS (
      SELECT *, count(status) OVER (PARTITION BY id ORDER BY at, rank ROWS UNBOUNDED PRECEDING) AS report FROM heard
    ), held AS (
      SELECT id, greatest(at, ${from}) AS s, least(lead(at) OVER (PARTITION BY id ORDER BY at, rank), at + hold, ${until}) AS e,
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

/** Rolls up how long devices were occupied in whole hours [from, until), by device and summed up over the places of a site. */
export async function rollUsage(trx: Knex, from: Date, until: Date): Promise<void> {
  const ids = 'array(SELECT id FROM devices)'
  await trx.raw(
    `WITH written AS (
       INSERT INTO device_usage_1_hour (device_id, bucket, site_id, occupied_ms, known_ms)
       SELECT fresh.device_id, fresh.bucket, CASE WHEN t.is_reservable AND d.retired_at IS NULL THEN d.site_id END, fresh.occupied_ms, fresh.known_ms
       FROM ${usageSql({ ids, from: ':from::timestamptz', until: ':until::timestamptz' })} fresh
       JOIN devices d ON d.id = fresh.device_id JOIN device_types t ON t.id = d.device_type_id
       RETURNING site_id, bucket, occupied_ms, known_ms)
     ${sumUp('SELECT site_id, bucket, sum(occupied_ms), sum(known_ms) FROM written WHERE site_id IS NOT NULL GROUP BY 1, 2')}`,
    { from, until },
  )
}

/**
 * Computes the use of a device again after something of `hours` came late. A report holds until the next one, so everything until then may
 * have changed; sites are given the difference.
 */
export async function rollUsageAgain(
  trx: Knex,
  deviceId: number,
  hours: readonly Date[],
  rolledUntil: Date,
): Promise<void> {
  const times = hours.map((hour) => hour.getTime())
  const last = new Date(Math.max(...times) + hourMs)
  const { next } = await row<{ next: Date | null }>(
    trx,
    `SELECT date_trunc('hour', min(at), 'UTC') + interval '1 hour' AS next FROM device_reports WHERE device_id = ? AND at >= ?`,
    [deviceId, last],
  )
  const until = Math.min(next?.getTime() ?? Number.POSITIVE_INFINITY, rolledUntil.getTime())
  await trx.raw(
    `WITH fresh AS MATERIALIZED (SELECT * FROM ${usageSql({ ids: 'ARRAY[:device::integer]', from: ':from::timestamptz', until: ':until::timestamptz' })} u),
     old AS (SELECT * FROM device_usage_1_hour WHERE device_id = :device AND bucket >= :from AND bucket < :until),
     both_ AS MATERIALIZED (
       SELECT bucket, coalesce(fresh.occupied_ms, 0) AS occupied_ms, coalesce(fresh.known_ms, 0) AS known_ms,
         coalesce(fresh.occupied_ms, 0) - coalesce(old.occupied_ms, 0) AS more_occupied, coalesce(fresh.known_ms, 0) - coalesce(old.known_ms, 0) AS more_known,
         CASE WHEN old.device_id IS NULL THEN place.site_id ELSE old.site_id END AS site_id
       FROM fresh FULL JOIN old USING (bucket) LEFT JOIN (
         SELECT d.site_id FROM devices d JOIN device_types t ON t.id = d.device_type_id
         WHERE d.id = :device AND t.is_reservable AND d.retired_at IS NULL) place ON true
     ), written AS (
       INSERT INTO device_usage_1_hour (device_id, bucket, site_id, occupied_ms, known_ms)
       SELECT :device, bucket, site_id, occupied_ms, known_ms FROM both_
       ON CONFLICT (device_id, bucket) DO UPDATE SET occupied_ms = excluded.occupied_ms, known_ms = excluded.known_ms)
     ${sumUp('SELECT site_id, bucket, sum(more_occupied), sum(more_known) FROM both_ WHERE site_id IS NOT NULL GROUP BY 1, 2')}`,
    { device: deviceId, from: new Date(Math.min(...times)), until: new Date(Math.max(until, last.getTime())) },
  )
}

const hourMs = 3_600_000

function sumUp(differences: string): string {
  return `INSERT INTO site_usage_1_hour AS known (site_id, bucket, occupied_ms, known_ms) ${differences}
     ON CONFLICT (site_id, bucket) DO UPDATE SET occupied_ms = known.occupied_ms + excluded.occupied_ms, known_ms = known.known_ms + excluded.known_ms`
}

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
    SELECT id AS device_id, hour AS bucket, coalesce(sum(ms) FILTER (WHERE status = 'occupied'), 0)::integer AS occupied_ms,
      sum(ms)::integer AS known_ms
    FROM hours WHERE ms > 0 GROUP BY 1, 2
  )`
}

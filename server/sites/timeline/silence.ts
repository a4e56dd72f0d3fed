import type { Knex } from 'knex'
import { many } from '../../../db/sql.ts'
import { silentIntervals } from '../../../telemetry/malfunctions/rules.ts'
import { bindingsOf, Gathered, type Piece, sqlMs, type Told } from './piece.ts'

/** A report of a device that begins or ends a possible silence. */
interface Row {
  id: number
  ms: number
  earlier: number | null
}

/** When devices were silent for more than three report intervals (rule TM-4). A device that never reported is not silent. */
export async function readSilence(trx: Knex, piece: Piece): Promise<Told> {
  const devices = await readHeard(trx, piece)
  const gaps = new Map<number, Row[]>()
  for (const row of await readGaps(trx, piece)) gaps.set(row.id, [...(gaps.get(row.id) ?? []), row])
  const told = new Gathered(piece)
  for (const { id: deviceId, heard, limit } of devices) {
    let last = heard
    const silence = (since: number): void =>
      told.add({ kind: 'silence-begins', at: since + limit + 1, deviceId, since })
    for (const row of (gaps.get(deviceId) ?? []).sort((a, b) => a.ms - b.ms)) {
      const before = row.earlier ?? last
      if (before !== null && row.ms - before > limit) {
        silence(before)
        told.add({ kind: 'silence-ends', at: row.ms, deviceId })
      }
      last = row.ms
    }
    if (last !== null) silence(last)
  }
  return told
}

/** The last report of each device at the beginning, and its maximum silence, ms. */
function readHeard(trx: Knex, piece: Piece): Promise<{ id: number; heard: number | null; limit: number }[]> {
  const last = (stream: string) => `(SELECT max(at) FROM ${stream} WHERE device_id = d.id AND at < :before)`
  return many(
    trx,
    `SELECT d.id, ${sqlMs(`greatest(${last('device_reports')}, ${last('readings')}, ${last('gateway_events')})`)} AS heard,
       (t.report_interval_s * :intervals * 1000)::float8 AS limit
     FROM devices d JOIN device_types t ON t.id = d.device_type_id WHERE d.id = ANY (:ids)`,
    { ids: [...piece.deviceIds], before: new Date(piece.from + 1), intervals: silentIntervals },
  )
}

/** For each device its first report, its last, and every report after a silence. */
function readGaps(trx: Knex, piece: Piece): Promise<Row[]> {
  const words = (stream: string) => `SELECT at FROM ${stream} WHERE device_id = d.id AND at >= :after AND at < :before`
  return many<Row>(
    trx,
    `SELECT d.id, ${sqlMs('h.at')} AS ms, ${sqlMs('h.earlier')} AS earlier
     FROM devices d JOIN device_types t ON t.id = d.device_type_id
     CROSS JOIN LATERAL (
       SELECT at, lag(at) OVER w AS earlier, lead(at) OVER w AS later
       FROM (${['device_reports', 'readings', 'gateway_events'].map(words).join(' UNION ALL ')}) AS heard WINDOW w AS (ORDER BY at)) h
     WHERE d.id = ANY (:ids)
       AND (h.earlier IS NULL OR h.later IS NULL OR h.at - h.earlier > make_interval(secs => t.report_interval_s * :intervals))`,
    { ...bindingsOf(piece), intervals: silentIntervals },
  )
}

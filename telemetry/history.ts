import type { Knex } from 'knex'
import type * as z from 'zod'
import type { history, Metric, resolutions } from '../contract/insight.ts'
import { silentIntervals } from './malfunctions/rules.ts'

export type Resolution = (typeof resolutions)[number]
type History = z.output<typeof history.reply>
type Point = History['series'][string][number]

/** Points of a curve at most, but for the bucket in which the span begins. */
export const mostPoints = 1_000
const buckets: readonly (readonly [Exclude<Resolution, 'raw'>, number])[] = [
  ['1m', 60],
  ['5m', 300],
  ['15m', 900],
  ['1h', 3_600],
  ['3h', 10_800],
  ['6h', 21_600],
  ['12h', 43_200],
  ['1d', 86_400],
]
const columns: Record<Metric, string> = {
  temperature: 'temperature',
  humidity: 'humidity',
  supplyVoltage: 'supply_voltage',
  rssi: 'rssi',
  rxTimeouts: 'rx_timeouts',
  retries: 'retries',
}

/** The finest bucket of which `mostPoints` cover the span, with its length in seconds. */
export function bucketFor(spanMs: number): readonly [Resolution, number] {
  return buckets.find(([, seconds]) => spanMs <= seconds * 1_000 * mostPoints) ?? ['1d', 86_400]
}

export interface HistorySpan {
  readonly deviceIds: readonly number[]
  readonly from: Date
  readonly until: Date
  readonly metrics: readonly Metric[]
}

/**
 * Curves over all devices of a set over [from, until). Of one device every reading where they are few enough, else minimum, mean (of all
 * readings) and maximum of buckets that begin at whole minutes, hours or days of UTC. A bucket, and a reading, without a value of a metric has
 * no point in its curve.
 */
export async function readHistory(trx: Knex, { deviceIds, from, until, metrics }: HistorySpan): Promise<History> {
  const wanted = [...new Set(metrics)]
  const { rows } = await trx.raw<{ rows: { readings: number; interval_s: number | null }[] }>(
    `SELECT (SELECT count(*) FROM readings WHERE device_id = ANY (:ids) AND at >= :from AND at < :until) AS readings,
       (SELECT max(t.report_interval_s) FROM devices d JOIN device_types t ON t.id = d.device_type_id WHERE d.id = ANY (:ids)) AS interval_s`,
    { ids: [...deviceIds], from, until } as never,
  )
  const readings = rows[0]?.readings ?? 0
  const silentS = silentIntervals * (rows[0]?.interval_s ?? 600)
  const span: HistorySpan = { deviceIds, from, until, metrics: wanted }
  if (readings <= mostPoints && deviceIds.length === 1)
    return { resolution: 'raw', gapSeconds: silentS, readings, series: await rawSeries(trx, span) }
  const [resolution, seconds] = bucketFor(until.getTime() - from.getTime())
  return {
    resolution,
    gapSeconds: Math.max(silentS, 2 * seconds),
    readings,
    series: await bucketSeries(trx, span, seconds),
  }
}

async function rawSeries(trx: Knex, { deviceIds, from, until, metrics }: HistorySpan): Promise<History['series']> {
  const { rows } = await trx.raw<{ rows: ({ at: Date } & Record<string, number | null>)[] }>(
    `SELECT at, ${metrics.map((metric) => columns[metric]).join(', ')} FROM readings
     WHERE device_id = ANY (?) AND at >= ? AND at < ? ORDER BY at`,
    [[...deviceIds], from, until],
  )
  return seriesOf(metrics, (metric) =>
    rows.flatMap((row) => {
      const value = row[columns[metric]] ?? null
      return value === null ? [] : [{ at: row.at.toISOString(), min: value, avg: value, max: value }]
    }),
  )
}

async function bucketSeries(trx: Knex, span: HistorySpan, seconds: number): Promise<History['series']> {
  const { deviceIds, from, until, metrics } = span
  const values = metrics.map((metric) => columns[metric])
  const { rows } = await trx.raw<{ rows: ({ bucket: Date } & Record<string, number | null>)[] }>(
    `SELECT date_bin(make_interval(secs => ?), at, '2000-01-01T00:00:00Z') AS bucket,
       ${values.map((value) => `min(${value}) AS ${value}_min, avg(${value})::float8 AS ${value}_avg, max(${value}) AS ${value}_max`).join(', ')}
     FROM readings WHERE device_id = ANY (?) AND at >= ? AND at < ? GROUP BY 1 ORDER BY 1`,
    [seconds, [...deviceIds], from, until],
  )
  return seriesOf(metrics, (metric) => {
    const value = columns[metric]
    return rows.flatMap((row) => {
      const avg = row[`${value}_avg`] ?? null
      if (avg === null) return []
      return [{ at: row.bucket.toISOString(), min: row[`${value}_min`] ?? null, avg, max: row[`${value}_max`] ?? null }]
    })
  })
}

function seriesOf(metrics: readonly Metric[], points: (metric: Metric) => Point[]): History['series'] {
  return Object.fromEntries(metrics.map((metric) => [metric, points(metric)]))
}

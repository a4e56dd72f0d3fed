import type { Knex } from 'knex'
import type * as z from 'zod'
import type { history, Metric, resolutions } from '../../contract/insight.ts'
import { many } from '../../db/sql.ts'
import { silentIntervals } from '../malfunctions/rules.ts'
import { bucketRows, type HistorySpan } from './history-buckets.ts'
import { readRollupState } from './rollups.ts'
import { columnOf } from './rollups-readings.ts'

export type Resolution = (typeof resolutions)[number]
type History = z.output<typeof history.reply>
type Point = History['series'][string][number]

/** Maximum points of a curve, besides the bucket in which the span begins. */
export const maxPoints = 1_000
/** Maximum rows summed for one reply, roughly; many devices get larger buckets. */
const maxRows = 1_000_000
const hourS = 3_600
const buckets: readonly (readonly [Exclude<Resolution, 'raw'>, number])[] = [
  ['1m', 60],
  ['5m', 300],
  ['15m', 900],
  ['1h', hourS],
  ['3h', 3 * hourS],
  ['6h', 6 * hourS],
  ['12h', 12 * hourS],
  ['1d', 24 * hourS],
]

/**
 * Returns the finest bucket of which `maxPoints` cover the span, with its length in seconds; a longer one where `devices` have too many
 * rows, or only hours are stored.
 */
export function bucketFor(
  spanMs: number,
  { devices = 1, intervalS = 600, hourly = false }: { devices?: number; intervalS?: number; hourly?: boolean } = {},
): readonly [Resolution, number] {
  const spanS = spanMs / 1_000
  const work = (seconds: number): number =>
    (devices * spanS) /
    (seconds < hourS ? intervalS : seconds < 6 * hourS ? hourS : seconds < 24 * hourS ? 6 * hourS : 24 * hourS)
  const fits = ([, seconds]: readonly [Resolution, number]): boolean =>
    spanS <= seconds * maxPoints && work(seconds) <= maxRows && (seconds >= hourS || !hourly)
  return buckets.find(fits) ?? ['1d', 24 * hourS]
}

/**
 * Returns curves over devices in [from, until). A single device with few readings gives every reading, otherwise minimum, mean and maximum
 * of buckets that begin at whole minutes, hours or days of UTC. Without values there is no point. Whole hours come from the rollups where
 * these are right, the rest from the readings: the result is the same (rule T-10).
 */
export async function readHistory(trx: Knex, wanted: HistorySpan): Promise<History> {
  const span = { ...wanted, metrics: [...new Set(wanted.metrics)] }
  const { deviceIds, from, until, metrics } = span
  const state = await readRollupState(trx)
  const [device] = await many<{ interval_s: number | null }>(
    trx,
    'SELECT max(t.report_interval_s) AS interval_s FROM devices d JOIN device_types t ON t.id = d.device_type_id WHERE d.id = ANY (?)',
    [[...deviceIds]],
  )
  const intervalS = device?.interval_s ?? 600
  const hourly = state.rawFrom !== null && from < state.rawFrom
  const [resolution, seconds] = bucketFor(until.getTime() - from.getTime(), {
    devices: deviceIds.length,
    intervalS,
    hourly,
  })
  const found = await bucketRows(trx, span, seconds, state)
  const readings = found.reduce((sum, { samples }) => sum + samples, 0)
  const silentS = silentIntervals * intervalS
  if (readings <= maxPoints && deviceIds.length === 1 && !hourly)
    return { resolution: 'raw', gapSeconds: silentS, readings, series: await rawSeries(trx, span) }
  return {
    resolution,
    gapSeconds: Math.max(silentS, 2 * seconds),
    readings,
    series: seriesOf(metrics, (metric) => {
      const name = columnOf[metric]
      return found.flatMap((row) => {
        const count = row[`${name}_n`] ?? 0
        if (count === 0) return []
        const [sum, min, max] = [row[`${name}_sum`] ?? 0, row[`${name}_min`] ?? null, row[`${name}_max`] ?? null]
        return [{ at: row.bucket.toISOString(), min, avg: sum / count, max }]
      })
    }),
  }
}

async function rawSeries(trx: Knex, { deviceIds, from, until, metrics }: HistorySpan): Promise<History['series']> {
  const found = await many<{ at: Date } & Record<string, number | null>>(
    trx,
    `SELECT at, ${metrics.map((metric) => columnOf[metric]).join(', ')} FROM readings
     WHERE device_id = ANY (?) AND at >= ? AND at < ? ORDER BY at`,
    [[...deviceIds], from, until],
  )
  return seriesOf(metrics, (metric) =>
    found.flatMap((row) => {
      const value = row[columnOf[metric]] ?? null
      return value === null ? [] : [{ at: row.at.toISOString(), min: value, avg: value, max: value }]
    }),
  )
}

function seriesOf(metrics: readonly Metric[], points: (metric: Metric) => Point[]): History['series'] {
  return Object.fromEntries(metrics.map((metric) => [metric, points(metric)]))
}

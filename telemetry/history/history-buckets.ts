import type { Knex } from 'knex'
import type { Metric } from '../../contract/insight.ts'
import { many } from '../../db/sql.ts'
import type { RollupState } from './rollups.ts'
import { columnOf, largerRollups, sumsOfReadings, sumsOfRolled } from './rollups-readings.ts'

export interface HistorySpan {
  readonly deviceIds: readonly number[]
  readonly from: Date
  readonly until: Date
  readonly metrics: readonly Metric[]
}
/** A bucket: samples, and _n, _sum, _min and _max of each column. */
export type BucketRow = { bucket: Date; samples: number } & Record<string, number | null>

const hourMs = 3_600_000
/** Origin of buckets: whole minutes, hours and days of UTC. */
const origin = `'2000-01-01T00:00:00Z'`

/**
 * Returns readings summed by buckets of `seconds`. Whole hours, or six hours and days, come from the rollups; the ends of the span, what is
 * not rolled up yet, and late hours come from the readings (rule T-10). One statement, so that a rollup in progress changes no count:
 * `state` may only be too old.
 */
export async function bucketRows(
  trx: Knex,
  { deviceIds, from, until, metrics }: HistorySpan,
  seconds: number,
  state: RollupState,
): Promise<BucketRow[]> {
  const names = metrics.map((metric) => columnOf[metric])
  const rolled = seconds * 1_000 >= hourMs ? rolledPart(from, until, state) : null
  const larger = largerRollups.findLast(({ hours }) => (seconds * 1_000) % (hours * hourMs) === 0)
  const largerMs = (larger?.hours ?? 1) * hourMs
  const bindings = {
    ids: [...deviceIds],
    seconds,
    from,
    until,
    rawFrom: state.rawFrom,
    rolledFrom: rolled?.from ?? null,
    rolledUntil: rolled?.until ?? null,
    largerFrom: rolled && new Date(Math.ceil(rolled.from.getTime() / largerMs) * largerMs),
    largerUntil: rolled && new Date(Math.floor(rolled.until.getTime() / largerMs) * largerMs),
  }
  const sql = rolled
    ? mergedSql(names, larger)
    : `SELECT ${bin('at')} AS bucket, count(*) AS samples, ${sumsOfReadings(names)}
       FROM readings WHERE device_id = ANY (:ids) AND at >= :from AND at < :until GROUP BY 1 ORDER BY 1`
  return many(trx, sql, bindings as never)
}

/** Returns the rolled-up whole hours of a span, or null. Dropped readings exist by the hour only. */
function rolledPart(
  from: Date,
  until: Date,
  { rolledUntil, rawFrom }: RollupState,
): { from: Date; until: Date } | null {
  if (rolledUntil === null) return null
  const dropped = (time: Date): boolean => rawFrom !== null && time < rawFrom
  const hour = (time: Date, round: (hours: number) => number): number => round(time.getTime() / hourMs) * hourMs
  const first = hour(from, dropped(from) ? Math.floor : Math.ceil)
  const last = Math.min(hour(until, dropped(until) ? Math.ceil : Math.floor), rolledUntil.getTime())
  return first < last ? { from: new Date(first), until: new Date(last) } : null
}

const bin = (time: string): string => `date_bin(make_interval(secs => :seconds), ${time}, ${origin})`

function mergedSql(names: readonly string[], larger: (typeof largerRollups)[number] | undefined): string {
  const columns = names.flatMap((name) => ['n', 'sum', 'min', 'max'].map((what) => `${name}_${what}`)).join(', ')
  const fromReadings = (
    where: string,
  ): string => `SELECT ${bin('r.at')} AS bucket, count(*) AS samples, ${sumsOfReadings(names)}
     FROM readings r ${where} GROUP BY 1`
  const notLate = (table: string, length: string): string =>
    `NOT EXISTS (SELECT FROM late WHERE late.device_id = ${table}.device_id AND late.hour >= ${table}.bucket AND late.hour < ${table}.bucket + interval '${length}')`
  const hours = (
    where: string,
    join = '',
  ): string => `SELECT ${bin('h.bucket')} AS bucket, h.samples, ${columns} FROM readings_1_hour h ${join}
     WHERE h.device_id = ANY (:ids) AND ${where} AND ${notLate('h', '1 hour')}`
  const merged = ({ table, hours: length }: (typeof largerRollups)[number]): string => {
    const late = `JOIN (SELECT DISTINCT device_id, date_bin('${length} hours', hour, ${origin}) AS bucket FROM late) noted
      ON noted.device_id = h.device_id AND h.bucket >= noted.bucket AND h.bucket < noted.bucket + interval '${length} hours'`
    return `SELECT ${bin('l.bucket')} AS bucket, l.samples, ${columns} FROM ${table} l
       WHERE l.device_id = ANY (:ids) AND l.bucket >= :largerFrom AND l.bucket < :largerUntil AND ${notLate('l', `${length} hours`)}
       UNION ALL ${hours('h.bucket >= :rolledFrom AND h.bucket < least(:largerFrom::timestamptz, :rolledUntil)')}
       UNION ALL ${hours('h.bucket >= greatest(:largerUntil::timestamptz, :largerFrom) AND h.bucket < :rolledUntil')}
       UNION ALL ${hours('h.bucket >= :largerFrom AND h.bucket < :largerUntil', late)}`
  }
  const whole = larger ? merged(larger) : hours('h.bucket >= :rolledFrom AND h.bucket < :rolledUntil')
  return `WITH late AS MATERIALIZED (
       SELECT DISTINCT device_id, hour FROM rollup_late WHERE device_id = ANY (:ids) AND hour >= greatest(:rolledFrom::timestamptz, :rawFrom) AND hour < :rolledUntil
     ), parts AS (
       ${whole}
       UNION ALL ${fromReadings('WHERE r.device_id = ANY (:ids) AND r.at >= :from AND r.at < :rolledFrom')}
       UNION ALL ${fromReadings('WHERE r.device_id = ANY (:ids) AND r.at >= :rolledUntil AND r.at < :until')}
       UNION ALL ${fromReadings(`JOIN late ON late.device_id = r.device_id AND r.at >= late.hour AND r.at < late.hour + interval '1 hour'
         WHERE r.device_id = ANY (:ids) AND r.at >= :rolledFrom AND r.at < :rolledUntil`)}
     )
     SELECT bucket, sum(samples) AS samples, ${sumsOfRolled(names)} FROM parts GROUP BY 1 ORDER BY 1`
}

import type { Knex } from 'knex'
import type { Metric } from '../../contract/insight.ts'

/** Columns of measured values; rollups add _n, _sum, _min and _max. */
export const columnOf: Readonly<Record<Metric, string>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  supplyVoltage: 'supply_voltage',
  rssi: 'rssi',
  rxTimeouts: 'rx_timeouts',
  retries: 'retries',
}
const columns = Object.values(columnOf)
const kept = columns.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`])
const into = (table: string): string => `INSERT INTO ${table} (device_id, bucket, samples, ${kept.join(', ')})`
const overwrite = `ON CONFLICT (device_id, bucket) DO UPDATE SET samples = excluded.samples, ${kept
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`

/** Rollups of the hours. */
export const largerRollups = [
  { table: 'readings_6_hours', hours: 6 },
  { table: 'readings_1_day', hours: 24 },
] as const
const whole = (hours: number, time: string): string => `date_bin('${hours} hours', ${time}, '2000-01-01T00:00:00Z')`

/** Returns SQL of count, sum, minimum and maximum of columns of readings. */
export function sumsOfReadings(names: readonly string[]): string {
  return names
    .map(
      (name) => `count(${name}) AS ${name}_n, sum(${name}::float8) AS ${name}_sum,
       min(${name})::real AS ${name}_min, max(${name})::real AS ${name}_max`,
    )
    .join(', ')
}

/** Returns SQL of the sums of rolled-up rows. */
export function sumsOfRolled(names: readonly string[]): string {
  return names
    .map(
      (name) => `sum(${name}_n) AS ${name}_n, sum(${name}_sum) AS ${name}_sum,
       min(${name}_min) AS ${name}_min, max(${name}_max) AS ${name}_max`,
    )
    .join(', ')
}

/**
 * Rolls up readings of whole hours [from, until), and the six hours and days that they complete. By device: by time alone a whole partition
 * would be read.
 */
export async function rollReadings(trx: Knex, from: Date, until: Date): Promise<void> {
  await trx.raw(
    `${into('readings_1_hour')}
     SELECT d.id, hours.* FROM devices d CROSS JOIN LATERAL (
       SELECT date_trunc('hour', at, 'UTC') AS bucket, count(*), ${sumsOfReadings(columns)}
       FROM readings WHERE device_id = d.id AND at >= :from AND at < :until GROUP BY 1) hours
     ${overwrite}`,
    { from, until },
  )
  for (const { table, hours } of largerRollups)
    await trx.raw(
      `${into(table)}
       SELECT d.id, larger.* FROM devices d CROSS JOIN LATERAL (
         SELECT ${whole(hours, 'bucket')}, sum(samples), ${sumsOfRolled(columns)} FROM readings_1_hour
         WHERE device_id = d.id AND bucket >= ${whole(hours, ':from::timestamptz')} AND bucket < ${whole(hours, ':until::timestamptz')} GROUP BY 1) larger
       ${overwrite}`,
      { from, until },
    )
}

/** An hour of a device with data after it was rolled up. */
export interface LateHour {
  readonly deviceId: number
  readonly hour: Date
}

/**
 * Relation of late hours (device_id, hour), from `columnsOf`. One statement for many devices: planning takes longer than the work for one.
 */
export const lateHours = 'unnest(:devices::integer[], :hours::timestamptz[]) AS late (device_id, hour)'
export const columnsOf = (late: readonly LateHour[]) => ({
  devices: late.map(({ deviceId }) => deviceId),
  hours: late.map(({ hour }) => hour),
})

/** Rolls up single hours of devices again, with their six hours and days where complete at `rolledUntil`. */
export async function rollAgain(trx: Knex, late: readonly LateHour[], rolledUntil: Date): Promise<void> {
  const values = { ...columnsOf(late), rolled: rolledUntil } as never
  await trx.raw(
    `${into('readings_1_hour')}
     SELECT late.device_id, late.hour, again.* FROM ${lateHours} CROSS JOIN LATERAL (
       SELECT count(*) AS samples, ${sumsOfReadings(columns)}
       FROM readings r WHERE r.device_id = late.device_id AND r.at >= late.hour AND r.at < late.hour + interval '1 hour') again
     WHERE again.samples > 0
     ${overwrite}`,
    values,
  )
  for (const { table, hours: length } of largerRollups)
    await trx.raw(
      `${into(table)}
       SELECT late.device_id, late.bucket, again.* FROM (
         SELECT DISTINCT device_id, ${whole(length, 'hour')} AS bucket FROM ${lateHours}
         WHERE ${whole(length, 'hour')} < ${whole(length, ':rolled::timestamptz')}) late CROSS JOIN LATERAL (
         SELECT sum(samples) AS samples, ${sumsOfRolled(columns)}
         FROM readings_1_hour h WHERE h.device_id = late.device_id AND h.bucket >= late.bucket AND h.bucket < late.bucket + interval '${length} hours') again
       WHERE again.samples > 0
       ${overwrite}`,
      values,
    )
}

import type { Knex } from 'knex'
import type { Metric } from '../contract/insight.ts'

/** Columns of the measured values in readings; those of the rollups add _n, _sum, _min and _max. */
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

/** SQL of what readings add up to, by column: how many, sum, least and greatest. */
export function sumsOfReadings(names: readonly string[]): string {
  return names
    .map(
      (name) => `count(${name}) AS ${name}_n, sum(${name}::float8) AS ${name}_sum,
       min(${name})::real AS ${name}_min, max(${name})::real AS ${name}_max`,
    )
    .join(', ')
}

/** SQL of what rolled-up rows add up to. */
export function sumsOfRolled(names: readonly string[]): string {
  return names
    .map(
      (name) => `sum(${name}_n) AS ${name}_n, sum(${name}_sum) AS ${name}_sum,
       min(${name}_min) AS ${name}_min, max(${name}_max) AS ${name}_max`,
    )
    .join(', ')
}

/**
 * Rolls the readings of whole hours [from, until) up, and then the days that they complete. By device, because readings are found by device and
 * time: the time alone would read a whole partition.
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
  await trx.raw(
    `${into('readings_1_day')}
     SELECT d.id, days.* FROM devices d CROSS JOIN LATERAL (
       SELECT date_trunc('day', bucket, 'UTC'), sum(samples), ${sumsOfRolled(columns)} FROM readings_1_hour
       WHERE device_id = d.id AND bucket >= date_trunc('day', :from::timestamptz, 'UTC') AND bucket < date_trunc('day', :until::timestamptz, 'UTC') GROUP BY 1) days
     ${overwrite}`,
    { from, until },
  )
}

/** Rolls single hours of a device up again, with their days where these are complete at `rolledUntil`. */
export async function rollAgain(trx: Knex, deviceId: number, hours: readonly Date[], rolledUntil: Date): Promise<void> {
  await trx.raw(
    `${into('readings_1_hour')}
     SELECT :device, late.hour, again.* FROM unnest(:hours::timestamptz[]) AS late (hour) CROSS JOIN LATERAL (
       SELECT count(*) AS samples, ${sumsOfReadings(columns)}
       FROM readings WHERE device_id = :device AND at >= late.hour AND at < late.hour + interval '1 hour') again
     WHERE again.samples > 0
     ${overwrite}`,
    { device: deviceId, hours: [...hours] } as never,
  )
  await trx.raw(
    `${into('readings_1_day')}
     SELECT :device, late.day, again.* FROM (
       SELECT DISTINCT date_trunc('day', hour, 'UTC') AS day FROM unnest(:hours::timestamptz[]) AS late (hour)
       WHERE date_trunc('day', hour, 'UTC') < date_trunc('day', :rolled::timestamptz, 'UTC')) late CROSS JOIN LATERAL (
       SELECT sum(samples) AS samples, ${sumsOfRolled(columns)}
       FROM readings_1_hour WHERE device_id = :device AND bucket >= late.day AND bucket < late.day + interval '24 hours') again
     WHERE again.samples > 0
     ${overwrite}`,
    { device: deviceId, hours: [...hours], rolled: rolledUntil } as never,
  )
}

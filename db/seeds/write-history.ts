import type { Knex } from 'knex'
import type { InstalledDevice, InstalledSite } from './installation.ts'
import { type Sample, samplesBetween } from './recordings.ts'
import { staysBetween } from './stays.ts'

const day = 86_400_000
const historyDays = 14
/** The device with curves of a whole year, and how many others have two weeks. */
const yearOf = 'FRW-CLIMA'
const fortnights = 20

/**
 * Readings and status reports before now, as if the devices had always been there, so that there are curves from the
 * start.
 */
export async function writeHistory(
  trx: Knex.Transaction,
  sites: readonly InstalledSite[],
  deviceIds: ReadonlyMap<string, number>,
  now: Date,
): Promise<{ readings: number; reports: number }> {
  const until = now.getTime()
  const from = until - historyDays * day
  await trx.raw('select ensure_partitions(?, ?)', [new Date(until - 366 * day), new Date(until + 31 * day)])
  const devices = sites.flatMap((site) => site.gateways.flatMap((gateway) => gateway.devices))
  const measuring = devices.filter(({ replay }) => replay !== null)
  const step = Math.floor(measuring.length / fortnights)
  const chosen = measuring.filter((device, i) => i % step === 0 || device.type === 'SENSOR')
  let readings = 0
  for (const device of chosen) {
    const id = deviceIds.get(device.hardwareId)
    if (!device.replay || id === undefined) continue
    const samples = [...samplesBetween(device.replay, from, until)]
    if (device.hardwareId === yearOf) {
      samples.unshift(...samplesBetween({ ...device.replay, recording: 'year' }, until - 365 * day, from))
    }
    readings += await insertReadings(trx, id, samples)
  }
  const reports = devices.flatMap((device) => reportsOf(device, deviceIds.get(device.hardwareId) ?? 0, from, until))
  return { readings, reports: await insertReports(trx, reports, now) }
}

/**
 * Repeats each status as long as it holds, just often enough for the device to count as reachable (three of its
 * intervals).
 */
async function insertReports(
  trx: Knex.Transaction,
  reports: readonly ReturnType<typeof reportsOf>[number][],
  until: Date,
): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into device_reports (device_id, at, status, door_state, received_at)
     select device, again, status, door, again
     from (
       select *, lead(at, 1, ?) over (partition by device order by at) as next
       from jsonb_to_recordset(?::jsonb) as report (device int, at timestamptz, status text, door text)
     ) report
     join devices d on d.id = device join device_types t on t.id = d.device_type_id
     cross join lateral generate_series(at, next - interval '1 microsecond', 3 * t.report_interval_s * interval '1 second') again
     order by again`,
    [until, JSON.stringify(reports)],
  )
  return rowCount
}

async function insertReadings(trx: Knex.Transaction, id: number, samples: readonly Sample[]): Promise<number> {
  await trx.raw(
    `insert into readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty)
     select ?::int, at, temperature, humidity, "supplyVoltage", rssi,
       case when rssi < -128 then 1 else 0 end, case when rssi < -120 then 1 else 0 end, false
     from jsonb_to_recordset(?::jsonb)
       as sample (at timestamptz, temperature real, humidity real, "supplyVoltage" real, rssi smallint)`,
    [id, JSON.stringify(samples.map((sample) => ({ ...sample, at: new Date(sample.at) })))],
  )
  return samples.length
}

/** Occupancy over time. A lot whose bollard is up is never occupied. */
function reportsOf(device: InstalledDevice, id: number, from: number, until: number) {
  const lot = device.type !== 'BIKE_BOX' && device.type !== 'LOCKER'
  if (!device.use || (lot && !device.open)) return []
  const changes = [...staysBetween(device.use, from, until)].flatMap((stay) => [
    { at: stay.from, status: 'occupied' },
    { at: stay.until, status: 'free' },
  ])
  return [{ at: from, status: 'free' }, ...changes]
    .filter(({ at }) => at >= from && at < until)
    .map(({ at, status }) => ({ device: id, at: new Date(at), status, door: lot ? null : 'closed' }))
}

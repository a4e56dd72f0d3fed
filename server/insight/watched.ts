import type { Knex } from 'knex'
import { watchReadings } from '../../telemetry/ingest/write-watched.ts'

/** Lease of a device whose raw readings are pushed, and the remaining time at which it is renewed. */
const leaseSeconds = 180
const renewSeconds = 90

/**
 * Has the raw readings of a device pushed while somebody watches it; call it before reading the snapshot. Commits by
 * itself, because views are read-only, and on a pool other than that of `trx`, because readers could otherwise wait for
 * each other.
 */
export async function watchDevice(deviceKnex: Knex, trx: Knex, deviceId: number, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: object[] }>('SELECT FROM watched_devices WHERE device_id = ? AND until > ?', [
    deviceId,
    later(now, renewSeconds),
  ])
  if (rows.length === 0) await deviceKnex.transaction((own) => watchReadings(own, deviceId, later(now, leaseSeconds)))
}

/**
 * Renews the leases of devices that are still watched; run it every minute with the devices whose rooms are not empty.
 */
export async function renewWatched(knex: Knex, deviceIds: readonly number[], now: Date): Promise<void> {
  if (deviceIds.length === 0) return
  await knex.raw(
    `INSERT INTO watched_devices (device_id, until) SELECT id, ? FROM devices WHERE id = ANY (?) ORDER BY id
     ON CONFLICT (device_id) DO UPDATE SET until = greatest(watched_devices.until, excluded.until)`,
    [later(now, leaseSeconds), [...deviceIds]],
  )
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

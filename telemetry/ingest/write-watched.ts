import type { Knex } from 'knex'

/**
 * Lets the raw readings of a device be pushed until `until`, or longer if called again. Call it before the snapshot: it waits for a
 * write in progress, so that every reading is in the snapshot or pushed.
 */
export async function watchReadings(trx: Knex.Transaction, deviceId: number, until: Date): Promise<void> {
  await trx.raw(
    `INSERT INTO watched_devices (device_id, until) SELECT id, ? FROM devices WHERE id = ?
     ON CONFLICT (device_id) DO UPDATE SET until = greatest(watched_devices.until, excluded.until)`,
    [until, deviceId],
  )
  await trx.raw('SELECT FROM device_states WHERE device_id = ? FOR NO KEY UPDATE', [deviceId])
}

/** Deletes leases that ended before `now`. Returns how many. */
export async function pruneWatched(knex: Knex, now: Date): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>('DELETE FROM watched_devices WHERE until < ?', [now])
  return rowCount
}

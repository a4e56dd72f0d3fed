import type { Knex } from 'knex'
import type { DeviceFacts } from '../../machines/device.ts'

/** Seconds between two movements of a device: relays and motors need a pause. */
export const pulseSeconds = 2

export interface ControlFacts extends DeviceFacts {
  /** Seconds until the device may move again, 0 = now. */
  readonly restSeconds: number
}

/** What decides whether a device may be controlled at `now`; call it with the device's state locked. */
export async function controlFacts(
  trx: Knex.Transaction,
  deviceId: number,
  { linked, now }: { linked: boolean; now: Date },
): Promise<ControlFacts> {
  const { rows } = await trx.raw<{ rows: Omit<ControlFacts, 'linked'>[] }>(
    `SELECT s.status, s.door_state AS "doorState", s.reachable, t.controls, t.occupied_blocks_control AS "occupiedBlocksControl",
       EXISTS (SELECT FROM device_maintenance WHERE device_id = d.id AND span @> ?::timestamptz) AS maintenance,
       EXISTS (SELECT FROM orders WHERE device_id = d.id AND state IN ('queued', 'sent', 'taken')) AS "orderInFlight",
       coalesce((SELECT greatest(0, extract(epoch FROM max(sent_at) - ?::timestamptz) + ?) FROM orders
         WHERE device_id = d.id AND issued_at > ?::timestamptz - interval '5 minutes' AND action IN ('open', 'close')), 0)::float8 AS "restSeconds"
     FROM devices d JOIN device_states s ON s.device_id = d.id JOIN device_types t ON t.id = d.device_type_id WHERE d.id = ?`,
    [now, now, pulseSeconds, now, deviceId],
  )
  const row = rows[0]
  if (!row) throw new Error(`device ${deviceId} is gone`)
  return { ...row, linked }
}

import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { ReadingView } from '../../contract/devices.ts'
import { rooms } from '../../contract/rooms.ts'
import { iso } from './scope.ts'

/** A stored reading, times as Dates. */
export type Reading = Omit<ReadingView, 'at'> & { readonly at: Date }

/**
 * Returns a reading as a change for those who watch its device. It never changes: its version is its time in ms, its id device and time.
 */
export function readingChange(reading: Reading): RoomChange<'reading'> {
  const at = iso(reading.at)
  return change('reading', {
    id: `${reading.deviceId}@${at}`,
    version: reading.at.getTime(),
    view: { ...reading, at },
    rooms: [rooms.device(reading.deviceId)],
  })
}

/** Returns the last readings of a device, oldest first. */
export async function readingViews(
  trx: Knex,
  { deviceId, last }: { deviceId: number; last: number },
): Promise<RoomChange<'reading'>[]> {
  const { rows } = await trx.raw<{ rows: Reading[] }>(
    `SELECT device_id AS "deviceId", at, temperature, humidity, supply_voltage AS "supplyVoltage", rssi, rx_timeouts AS "rxTimeouts", retries
     FROM readings WHERE device_id = ? ORDER BY at DESC LIMIT ?`,
    [deviceId, last],
  )
  return rows.reverse().map(readingChange)
}

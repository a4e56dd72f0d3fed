import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { DeviceCommandView } from '../../contract/devices.ts'
import { rooms } from '../../contract/rooms.ts'
import { prepared } from '../../db/sql.ts'
import { iso } from './scope.ts'

/** Columns of a command as views join them; all null without one. */
export interface DeviceCommandRow {
  device_command_id: string | null
  device_command_version: number
  device_command_device_id: number
  support_code: string
  action: DeviceCommandView['action']
  device_command_state: DeviceCommandView['state']
  reason: string | null
  allowed_by: DeviceCommandView['allowedBy']
  issued_by: string | null
  anyway: boolean
  issued_at: Date
  deadline: Date
  sent_at: Date | null
  taken_at: Date | null
  settled_at: Date | null
  late: boolean
}

/** Returns the select list of DeviceCommandRow for an alias of commands, with its user joined as u. */
export function deviceCommandFields(o: string): string {
  return `${o}.id AS device_command_id, ${o}.version AS device_command_version, ${o}.device_id AS device_command_device_id, ${o}.support_code, ${o}.action,
    ${o}.state AS device_command_state, ${o}.reason, ${o}.allowed_by, coalesce(nullif(u.full_name, ''), u.username) AS issued_by, ${o}.anyway,
    ${o}.issued_at, ${o}.deadline, ${o}.sent_at, ${o}.taken_at, ${o}.settled_at, ${o}.late`
}

/** Returns a subquery of a device's last command that was not refused. */
export function lastDeviceCommand(deviceId: string): string {
  return `SELECT * FROM device_commands WHERE device_id = ${deviceId} AND state <> 'refused' ORDER BY issued_at DESC, version DESC LIMIT 1`
}

export function deviceCommandOf(row: DeviceCommandRow): DeviceCommandView | null {
  if (row.device_command_id === null) return null
  return {
    id: row.device_command_id,
    supportCode: row.support_code,
    deviceId: row.device_command_device_id,
    action: row.action,
    state: row.device_command_state,
    reason: row.reason,
    allowedBy: row.allowed_by,
    by: row.issued_by,
    anyway: row.anyway,
    issuedAt: iso(row.issued_at),
    deadline: iso(row.deadline),
    sentAt: iso(row.sent_at),
    takenAt: iso(row.taken_at),
    settledAt: iso(row.settled_at),
    late: row.late,
  }
}

/** Returns commands by id, or the last ones of a device (issued in a span), newest first, for watchers of the device. */
export async function deviceCommandViews(
  trx: Knex,
  where: { ids: readonly string[] } | { deviceId: number; last: number; from?: Date; until?: Date | null },
): Promise<RoomChange<'deviceCommand'>[]> {
  const [condition, bindings] =
    'ids' in where
      ? ['o.id = ANY (?::uuid[])', [[...where.ids]]]
      : [
          `o.device_id = ? AND o.issued_at >= coalesce(?::timestamptz, '-infinity') AND o.issued_at <= coalesce(?::timestamptz, 'infinity')`,
          [where.deviceId, where.from ?? null, where.until ?? null],
        ]
  const rows = await prepared<DeviceCommandRow>(
    trx,
    `SELECT ${deviceCommandFields('o')} FROM device_commands o LEFT JOIN users u ON u.id = o.user_id WHERE ${condition}
     ORDER BY o.issued_at DESC, o.version DESC ${'last' in where ? 'LIMIT ?' : ''}`,
    'last' in where ? [...bindings, where.last] : bindings,
  )
  return rows.flatMap((row) => {
    const view = deviceCommandOf(row)
    return view
      ? [
          change('deviceCommand', {
            id: view.id,
            version: row.device_command_version,
            view,
            rooms: [rooms.device(view.deviceId)],
          }),
        ]
      : []
  })
}

/** Returns commands as changes for watchers of their device. */
export async function deviceCommandChanges(trx: Knex, ids: readonly string[]): Promise<RoomChange<'deviceCommand'>[]> {
  return ids.length === 0 ? [] : deviceCommandViews(trx, { ids })
}

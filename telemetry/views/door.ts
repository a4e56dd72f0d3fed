import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { DoorView, StepCommand } from '../../contract/control/own.ts'
import { rooms } from '../../contract/rooms.ts'
import { deviceCommandOf } from './device-command.ts'
import { type DeviceRow, readDevices } from './device-rows.ts'
import { displayNames } from './names.ts'
import { iso } from './scope.ts'

/** Returns devices as holders of a reservation see them, in ascending id. */
export async function doorViews(trx: Knex, ids: readonly number[]): Promise<RoomChange<'door'>[]> {
  return ids.length === 0 ? [] : (await readDevices(trx, { ids })).map(doorChange)
}

/** Returns a device as a change for holders of a reservation. */
export function doorChange(row: DeviceRow): RoomChange<'door'> {
  return change('door', { id: row.id, version: row.version, view: view(row), rooms: [rooms.door(row.id)] })
}

/** Fields that operators and holders of a reservation share. */
export function sharedView(row: DeviceRow) {
  return {
    id: row.id,
    name: row.name,
    type: { id: row.device_type_id, name: row.display_name, names: displayNames(row.translations), icon: row.icon },
    controls: row.controls,
    occupiedBlocksControl: row.occupied_blocks_control,
    repeatable: row.repeatable,
    status: row.status,
    statusAt: iso(row.status_at),
    doorState: row.door_state,
    doorAt: iso(row.door_at),
    lastMessageAt: iso(row.last_message_at),
    reachable: row.reachable,
    maintenance: row.maintenance,
  }
}

function view(row: DeviceRow): DoorView {
  return { ...sharedView(row), linked: row.linked, deviceCommand: stepCommandOf(row) }
}

/** Without the person who commanded it, and their right. */
function stepCommandOf(row: DeviceRow): StepCommand | null {
  const deviceCommand = deviceCommandOf(row)
  if (!deviceCommand) return null
  const { deviceId: _, allowedBy: __, by: ___, anyway: ____, ...rest } = deviceCommand
  return rest
}

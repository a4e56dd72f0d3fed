import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { nextVersion } from '../../db/outbox.ts'
import { malfunctionChanges, readMalfunctions } from '../views/malfunction.ts'

/**
 * Moves the open malfunctions of a device to its new site and gateway (M-13). Returns the changes for the outbox: they are gone in rooms
 * that no longer see them. The next refresh finds their causes. The caller has changed the device and holds its lock and those of both
 * gateways.
 */
export async function moveMalfunctions(trx: Knex.Transaction, deviceId: number): Promise<RoomChange[]> {
  const before = await readMalfunctions(
    trx,
    'WHERE m.device_id = ? AND m.closed_at IS NULL ORDER BY m.id FOR NO KEY UPDATE OF m',
    [deviceId],
  )
  if (before.length === 0) return []
  const ids = before.map(({ incident }) => incident.id)
  // Older than the views: a watcher of both the old and the new rooms keeps it.
  const gone = await nextVersion(trx)
  await trx.raw(
    `UPDATE malfunctions m SET site_id = d.site_id, gateway_id = d.gateway_id, cause_id = NULL, version = nextval('change_version')
     FROM devices d WHERE d.id = m.device_id AND m.id = ANY (?)`,
    [ids],
  )
  const changes: RoomChange[] = await malfunctionChanges(trx, ids)
  const told = new Map(changes.flatMap((each) => (each.kind === 'malfunction' ? [[each.id, each.rooms]] : [])))
  for (const { incident, rooms } of before) {
    const now = told.get(incident.id)
    const left = rooms.filter((room) => !now?.includes(room))
    if (now && left.length > 0)
      changes.push(change('malfunction', { id: incident.id, version: gone, view: null, rooms: left }))
  }
  return changes
}

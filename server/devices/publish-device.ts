import type { Knex } from 'knex'
import { fn } from 'objection'
import { change, type RoomChange, type RoomOf } from '../../contract/changes.ts'
import type { Room } from '../../contract/rooms.ts'
import { SitePlan } from '../../db/models/sites.ts'
import { newVersion } from '../../db/models/version.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { lockDevices, touchDevices } from '../../telemetry/commands/transition.ts'
import { deviceChanges, deviceViews } from '../../telemetry/views/device.ts'
import { planChange } from '../sites/plan-view.ts'

/** Returns the rooms of a device now. */
export async function roomsOfDevice(trx: Knex, deviceId: number): Promise<RoomOf<'device'>[]> {
  return (await deviceViews(trx, { ids: [deviceId] })).flatMap(({ rooms }) => rooms)
}

/**
 * Publishes a device that was added, changed or retired: gone in the rooms of `before` that lost it. `plans` = sites
 * whose locked plans changed.
 */
export async function publishDevice(
  trx: Knex.Transaction,
  deviceId: number,
  { before = [], plans = [], userId }: { before?: RoomOf<'device'>[]; plans?: readonly number[]; userId: number },
): Promise<void> {
  await publishDevices(trx, [deviceId], { before, plans, userId })
}

/** The same for several devices; `before` only for one. */
export async function publishDevices(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  { before = [], plans, userId }: { before?: RoomOf<'device'>[]; plans: readonly number[]; userId: number },
): Promise<void> {
  await lockDevices(trx, deviceIds)
  // Older than the view, and newer than everything before: a watcher of both kinds of rooms keeps the device.
  const gone = await nextVersion(trx)
  await touchDevices(trx, deviceIds)
  const changes: RoomChange[] = await deviceChanges(trx, deviceIds)
  const told = new Set<Room>(changes.flatMap(({ rooms }) => rooms))
  const left = before.filter((room) => !told.has(room))
  const [deviceId] = deviceIds
  if (deviceId !== undefined && left.length > 0)
    changes.push(change('device', { id: deviceId, version: gone, view: null, rooms: left }))
  for (const siteId of new Set(plans)) {
    const patch = { version: newVersion(), modifiedAt: fn.now(), modifiedBy: userId }
    await SitePlan.query(trx).findById(siteId).patch(patch)
    changes.push(await planChange(trx, siteId))
  }
  await publish(trx, changes)
}

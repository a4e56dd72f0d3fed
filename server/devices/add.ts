import type { Knex } from 'knex'
import { add } from '../../contract/devices/admin.ts'
import { Device } from '../../db/models/sites.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { checkNamed, hardwareIdTaken, lockGateways, refuseFields } from './checks.ts'
import { publishDevices } from './publish-device.ts'
import { columnsOf, type DeviceValues } from './values.ts'

/**
 * Adds a device (rule D-1). Its gateway's next message is already understood: the registry version rises with the row.
 */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  if (input.isMandatory && input.isOptional) refuseFields([{ path: 'isOptional', issue: 'mandatory-not-optional' }])
  await checkNamed(trx, input, input.accessMethodIds)
  await lockPlans(trx, [input.siteId])
  await lockGateways(trx, [input.gatewayId])
  if (await hardwareIdTaken(trx, { ...input, exceptId: null }))
    return refuse('hardware-id-taken', undefined, [{ path: 'hardwareId', issue: 'hardware-id-taken' }])
  const [deviceId] = await insertDevices(trx, [input], actor.userId)
  return { deviceId: deviceId as number }
})

/** Inserts devices of one site, which the caller has checked and locked, and publishes them. Returns their ids. */
export async function insertDevices(
  trx: Knex.Transaction,
  devices: readonly DeviceValues[],
  userId: number,
): Promise<number[]> {
  const rows = devices.map((device) => ({ ...columnsOf(device), createdBy: userId, modifiedBy: userId }))
  const made = await Device.query(trx).insert(rows).returning('id')
  const ids = made.map(({ id }) => id)
  for (const [at, { accessMethodIds }] of devices.entries())
    if (accessMethodIds.length > 0) await linkMethods(trx, ids[at] as number, accessMethodIds)
  const plans = devices.map(({ siteId }) => siteId)
  await publishDevices(trx, ids, { plans, userId })
  return ids
}

/** Sets the access methods of a device to exactly these. */
export async function linkMethods(
  trx: Knex.Transaction,
  deviceId: number,
  methodIds: readonly number[],
): Promise<void> {
  await trx('device_method_links')
    .where({ device_id: deviceId })
    .whereNotIn('access_method_id', [...methodIds])
    .delete()
  await trx.raw(
    'INSERT INTO device_method_links (device_id, access_method_id) SELECT DISTINCT ?::int, unnest(?::int[]) ON CONFLICT DO NOTHING',
    [deviceId, [...methodIds]],
  )
}

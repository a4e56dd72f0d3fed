import type { Knex } from 'knex'
import { add } from '../../contract/devices/admin.ts'
import { Device } from '../../db/models/sites.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { checkNamed, hardwareIdTaken, lockGateways, refuseFields } from './checks.ts'
import { publishDevice } from './publish-device.ts'
import { columnsOf } from './values.ts'

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
  const { userId } = actor
  const { id } = await Device.query(trx).insert({ ...columnsOf(input), createdBy: userId, modifiedBy: userId })
  await linkMethods(trx, id, input.accessMethodIds)
  await publishDevice(trx, id, { plans: [input.siteId], userId })
  return { deviceId: id }
})

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

import type { Knex } from 'knex'
import { addDevice } from '../../contract/devices/admin.ts'
import { Device } from '../../db/models/sites.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { checkNamed, hardwareIdTaken, lockGateways, refuseFields } from './checks.ts'
import { deviceFields } from './fields.ts'
import { publishDevice } from './publish-device.ts'

/**
 * Adds a device (rule D-1). Its gateway's next message is already understood: the registry version rises with the row.
 */
export default handle(addDevice, async ({ input, actor, trx, refuse }) => {
  const { accessMethodIds = [], ...fields } = input
  if (input.isMandatory && input.isOptional) refuseFields([{ path: 'isOptional', issue: 'field-not-offered' }])
  await checkNamed(trx, input, accessMethodIds)
  await lockPlans(trx, [input.siteId])
  await lockGateways(trx, [input.gatewayId])
  if (await hardwareIdTaken(trx, { ...input, exceptId: null }))
    return refuse('hardware-id-taken', undefined, [{ path: 'hardwareId', issue: 'hardware-id-taken' }])
  const { userId } = actor
  const { id } = await Device.query(trx).insert({ ...deviceFields(fields), createdBy: userId, modifiedBy: userId })
  await linkMethods(trx, id, accessMethodIds)
  await publishDevice(trx, id, { plans: [input.siteId], userId })
  return { deviceId: id }
})

/** Sets the access methods of a device to exactly these. */
export async function linkMethods(trx: Knex.Transaction, deviceId: number, methodIds: number[]): Promise<void> {
  await trx('device_method_links').where({ device_id: deviceId }).whereNotIn('access_method_id', methodIds).delete()
  await trx.raw(
    'INSERT INTO device_method_links (device_id, access_method_id) SELECT DISTINCT ?::int, unnest(?::int[]) ON CONFLICT DO NOTHING',
    [deviceId, methodIds],
  )
}

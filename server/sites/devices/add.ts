import type { Knex } from 'knex'
import { addDevice } from '../../../contract/device-admin.ts'
import { handle } from '../../bus/handle.ts'
import { checkNamed, hardwareIdTaken, lockGateways, refuseFields } from './checks.ts'
import { columnsOf, deviceColumns } from './fields.ts'
import { lockPlans, tellDevice } from './tell.ts'

/** Sets a device up (rule D-1). Its gateway is understood from its next message on: the registry version rises with the row. */
export default handle(addDevice, async ({ input, actor, trx, refuse }) => {
  const { accessMethodIds = [], ...fields } = input
  if (input.isMandatory && input.isOptional) refuseFields([{ path: 'isOptional', issue: 'mandatory_already' }])
  await checkNamed(trx, input, accessMethodIds)
  await lockPlans(trx, [input.siteId])
  await lockGateways(trx, [input.gatewayId])
  if (await hardwareIdTaken(trx, { ...input, exceptId: null }))
    return refuse('hardware-id-taken', undefined, [{ path: 'hardwareId', issue: 'hardware-id-taken' }])
  const columns = { ...columnsOf(fields, deviceColumns), created_by: actor.userId, modified_by: actor.userId }
  const [made] = (await trx('devices').insert(columns).returning('id')) as { id: number }[]
  if (!made) throw new Error('no device was made')
  await linkMethods(trx, made.id, accessMethodIds)
  await tellDevice(trx, made.id, { plans: [input.siteId], userId: actor.userId })
  return { deviceId: made.id }
})

/** The device may be opened by exactly these means. */
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

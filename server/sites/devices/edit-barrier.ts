import { editBarrier } from '../../../contract/device-admin.ts'
import { handle } from '../../bus/handle.ts'
import { type BarrierPlace, checkPlace, lockBarriers, numberField, numberTaken } from './barrier-checks.ts'
import { barrierColumns, columnsOf } from './fields.ts'

/** Changes the given fields of a barrier; its number stays one of its own (rule D-6). */
export default handle(editBarrier, async ({ input, actor, trx, refuse }) => {
  const { barrierId, ...fields } = input
  await lockBarriers(trx)
  const { rows } = await trx.raw<{ rows: BarrierPlace[] }>(
    'SELECT site_id AS "siteId", gateway_id AS "gatewayId", device_id AS "deviceId" FROM barriers WHERE id = ? FOR NO KEY UPDATE',
    [barrierId],
  )
  const [kept] = rows
  if (!kept) return refuse('not-found')
  const { siteId = kept.siteId, gatewayId = kept.gatewayId, deviceId = kept.deviceId } = fields
  await checkPlace(trx, { siteId, gatewayId, deviceId })
  if (fields.pathNumber !== undefined && (await numberTaken(trx, fields.pathNumber, barrierId)))
    return refuse('path-number-taken', undefined, numberField)
  await trx('barriers')
    .where({ id: barrierId })
    .update({ ...columnsOf(fields, barrierColumns), modified_by: actor.userId })
  return { barrierId }
})

import { editBarrier } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { givenFields } from '../devices/fields.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkPlace, lockBarriers, numberField, numberTaken } from './checks.ts'

/** Changes the given fields of a barrier; its number stays one of its own (rule D-6). */
export default handle(editBarrier, async ({ input, actor, trx, refuse }) => {
  const { barrierId, ...fields } = input
  await lockBarriers(trx)
  const kept = await Barrier.query(trx).findById(barrierId).forNoKeyUpdate()
  if (!kept) return refuse('not-found')
  const { siteId = kept.siteId, gatewayId = kept.gatewayId, deviceId = kept.deviceId } = fields
  await checkPlace(trx, { siteId, gatewayId, deviceId })
  if (fields.pathNumber !== undefined && (await numberTaken(trx, fields.pathNumber, barrierId)))
    return refuse('path-number-taken', undefined, numberField)
  await kept.$query(trx).patch({ ...givenFields(fields), modifiedBy: actor.userId })
  return { barrierId }
})

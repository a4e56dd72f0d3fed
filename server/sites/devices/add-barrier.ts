import { addBarrier } from '../../../contract/device-admin.ts'
import { handle } from '../../bus/handle.ts'
import { checkPlace, lockBarriers, numberField, numberTaken } from './barrier-checks.ts'
import { barrierColumns, columnsOf } from './fields.ts'

/** Makes a device the entrance or exit of a site, under a number of its own (rule D-6). */
export default handle(addBarrier, async ({ input, actor, trx, refuse }) => {
  const { siteId, gatewayId = null, deviceId = null } = input
  await lockBarriers(trx)
  await checkPlace(trx, { siteId, gatewayId, deviceId })
  if (await numberTaken(trx, input.pathNumber, null)) return refuse('path-number-taken', undefined, numberField)
  const columns = { ...columnsOf(input, barrierColumns), created_by: actor.userId, modified_by: actor.userId }
  const [made] = (await trx('barriers').insert(columns).returning('id')) as { id: number }[]
  if (!made) throw new Error('no barrier was made')
  return { barrierId: made.id }
})

import { addBarrier } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { givenFields } from '../devices/fields.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkPlace, lockBarriers, numberField, numberTaken } from './checks.ts'

/** Makes a device the entrance or exit of a site, under a number of its own (rule D-6). */
export default handle(addBarrier, async ({ input, actor, trx, refuse }) => {
  const { siteId, gatewayId = null, deviceId = null } = input
  await lockBarriers(trx)
  await checkPlace(trx, { siteId, gatewayId, deviceId })
  if (await numberTaken(trx, input.pathNumber, null)) return refuse('path-number-taken', undefined, numberField)
  const { userId } = actor
  const { id } = await Barrier.query(trx).insert({ ...givenFields(input), createdBy: userId, modifiedBy: userId })
  return { barrierId: id }
})

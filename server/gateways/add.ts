import { add } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { gatewayChanges } from '../../telemetry/views/gateway.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSite, meanings } from './values.ts'

/** Adds a gateway (rule D-14). It cannot speak before it has a token. */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  await checkSite(trx, refuse, input.siteId)
  const row = { ...input, createdBy: actor.userId, modifiedBy: actor.userId }
  const { id: gatewayId } = await translateConstraints(trx, refuse, meanings, () => Gateway.query(trx).insert(row))
  await publish(trx, await gatewayChanges(trx, [gatewayId]))
  return { gatewayId }
})

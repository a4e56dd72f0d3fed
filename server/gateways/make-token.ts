import { makeToken } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { rotateGatewayToken } from '../../telemetry/gateways/rotate-token.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Makes a token (rule D-16). A link by a token that is no longer valid ends within seconds. */
export default handle(makeToken, async ({ input, trx, now, refuse, context }) => {
  const { gatewayId, keepLast } = input
  const gateway = await Gateway.query(trx).findById(gatewayId).select('id').forUpdate()
  if (!gateway) return refuse('not-found')
  const made = await rotateGatewayToken(trx, gatewayId, now, { keepLast })
  return { ...made, url: new URL('/gateway/v1/messages', context.addresses.portal).href }
})

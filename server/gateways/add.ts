import type { Knex } from 'knex'
import type * as z from 'zod'
import { add } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { gatewayChanges } from '../../telemetry/views/gateway.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { checkSite, meanings } from './values.ts'

/** Adds a gateway (rule D-14). It cannot speak before it has a token. */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  await checkSite(trx, refuse, input.siteId)
  return { gatewayId: await addGateway(trx, refuse, { input, userId: actor.userId }) }
})

/** Adds a gateway, whose site the caller has checked, and returns its id. */
export async function addGateway(
  trx: Knex.Transaction,
  refuse: Refuse<'gateway-id-taken'>,
  { input, userId }: { readonly input: z.output<typeof add.input>; readonly userId: number },
): Promise<number> {
  const row = { ...input, createdBy: userId, modifiedBy: userId }
  const { id: gatewayId } = await translateConstraints(trx, refuse, meanings, () => Gateway.query(trx).insert(row))
  await publish(trx, await gatewayChanges(trx, [gatewayId]))
  return gatewayId
}

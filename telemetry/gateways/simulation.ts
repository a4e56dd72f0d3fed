import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { many } from '../../db/sql.ts'
import { gatewayChanges } from '../views/gateway.ts'

/** Has the portal play gateways until a moment, or ends that (null). The rows are locked in ascending order by the caller. */
export async function setSimulated(trx: Knex.Transaction, ids: readonly number[], until: Date | null): Promise<void> {
  await trx.raw('UPDATE gateways SET simulated_until = ? WHERE id = ANY (?)', [until as never, [...ids]])
  if (until === null) await revokeSimulated(trx, ids)
  await publish(trx, await gatewayChanges(trx, ids))
}

/** Ends the simulation of a gateway: the real one speaks. */
export async function endSimulation(knex: Knex, gatewayId: number): Promise<void> {
  await endThose(knex, 'id = ?', [gatewayId])
}

/** Ends simulations whose time is over. */
export async function endOldSimulations(knex: Knex): Promise<void> {
  await endThose(knex, 'simulated_until <= now()', [])
}

async function endThose(knex: Knex, condition: string, bindings: readonly number[]): Promise<void> {
  await knex.transaction(async (trx) => {
    const found = await many<{ id: number }>(
      trx,
      `SELECT id FROM gateways WHERE simulated_until IS NOT NULL AND ${condition} ORDER BY id FOR UPDATE`,
      [...bindings],
    )
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await setSimulated(trx, ids, null)
  })
}

/** Ends the tokens by which the portal plays gateways. */
export async function revokeSimulated(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw(
    'UPDATE gateway_tokens SET revoked_at = now() WHERE simulated AND revoked_at IS NULL AND gateway_id = ANY (?)',
    [[...ids]],
  )
}

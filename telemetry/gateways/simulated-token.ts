import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { tokenHash } from './authenticate.ts'
import { revokeSimulated } from './simulation.ts'

/**
 * Makes a token and an order key for the portal itself to play a gateway with; an earlier one ends. Null if the gateway is not simulated
 * any more. The gateway's own tokens stay as they are.
 */
export async function makeSimulatedToken(
  knex: Knex,
  gatewayId: number,
): Promise<{ token: string; orderKey: string } | null> {
  return knex.transaction(async (trx) => {
    const simulated = 'SELECT id FROM gateways WHERE id = ? AND simulated_until > now() FOR UPDATE'
    if ((await many(trx, simulated, [gatewayId])).length === 0) return null
    await revokeSimulated(trx, [gatewayId])
    const token = randomBytes(32).toString('base64url')
    const orderKey = randomBytes(32)
    await trx('gateway_tokens').insert({
      gateway_id: gatewayId,
      token_hash: tokenHash(token),
      order_key: orderKey,
      simulated: true,
    })
    return { token, orderKey: orderKey.toString('base64url') }
  })
}

import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { tokenHash } from '../authenticate.ts'

/**
 * Creates a new token and order key for a gateway and keeps at most two tokens alive, so that the old one still works until the gateway has
 * the new one. Token and key (base64url) are shown once and not stored in clear text.
 */
export async function rotateGatewayToken(
  trx: Knex.Transaction,
  gatewayId: number,
  now: Date,
): Promise<{ token: string; orderKey: string }> {
  await trx.raw('SELECT FROM gateways WHERE id = ? FOR UPDATE', [gatewayId])
  await trx.raw(
    `UPDATE gateway_tokens SET revoked_at = ? WHERE revoked_at IS NULL AND gateway_id = ? AND id NOT IN
       (SELECT id FROM gateway_tokens WHERE gateway_id = ? AND revoked_at IS NULL ORDER BY id DESC LIMIT 1)`,
    [now, gatewayId, gatewayId],
  )
  const token = randomBytes(32).toString('base64url')
  const orderKey = randomBytes(32)
  await trx('gateway_tokens').insert({
    gateway_id: gatewayId,
    token_hash: tokenHash(token),
    order_key: orderKey,
    created_at: now,
  })
  return { token, orderKey: orderKey.toString('base64url') }
}

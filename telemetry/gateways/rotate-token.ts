import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { tokenHash } from './authenticate.ts'

/**
 * Creates a new token and order key for a gateway. Of the earlier tokens the newest stays valid until the next one is made, so that it works
 * until the gateway has the new one; with `keepLast: false` none does. Token and key (base64url) are shown once and not stored in clear text.
 */
export async function rotateGatewayToken(
  trx: Knex.Transaction,
  gatewayId: number,
  now: Date,
  { keepLast = true }: { readonly keepLast?: boolean } = {},
): Promise<{ token: string; orderKey: string }> {
  await trx.raw('SELECT FROM gateways WHERE id = ? FOR UPDATE', [gatewayId])
  await trx.raw(
    `UPDATE gateway_tokens SET revoked_at = ? WHERE revoked_at IS NULL AND NOT simulated AND gateway_id = ? AND id NOT IN
       (SELECT id FROM gateway_tokens WHERE gateway_id = ? AND revoked_at IS NULL AND NOT simulated ORDER BY id DESC LIMIT ?)`,
    [now, gatewayId, gatewayId, keepLast ? 1 : 0],
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

import type { Knex } from 'knex'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { readFactors } from './factors/second-factor.ts'

/**
 * After a factor was removed: refuses `last-factor` if one is required and none is left. Without any factor the recovery
 * codes go too: there is nothing to recover.
 */
export async function keepLastFactor(
  trx: Knex.Transaction,
  userId: number,
  refuse: Refuse<'last-factor'>,
): Promise<void> {
  const { totp, passkeys, required } = await readFactors(trx, userId)
  if (totp || passkeys > 0) return
  if (required) refuse('last-factor')
  await trx('recovery_codes').where({ user_id: userId }).delete()
}

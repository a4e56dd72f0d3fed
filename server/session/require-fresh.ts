import type { Knex } from 'knex'
import { Session } from '../../db/models/people.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** How long after a proof of identity a person may change what protects the account. */
export const freshMinutes = 10

/**
 * Refuses `confirm-identity` unless the person of this session proved who they are within the last ten minutes: by
 * signing in, or by confirming. Used by each change of what protects an account.
 */
export async function requireFresh(
  trx: Knex.Transaction,
  actor: Pick<UserActor, 'sessionId'>,
  now: Date,
  refuse: Refuse<'confirm-identity'>,
): Promise<void> {
  const session = await Session.query(trx).findById(Buffer.from(actor.sessionId, 'hex')).select('authenticated_at')
  const age = now.getTime() - (session?.authenticatedAt.getTime() ?? 0)
  if (age > freshMinutes * 60_000) refuse('confirm-identity')
}

import { Session } from '../../db/models/people.ts'
import { withRetry } from '../../db/retry.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from './audit.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the session of the cookie, if it is alive; its sockets close. Idempotent. */
export async function logout(context: Pick<Context, 'knex' | 'log'>, sessionHash: Buffer | null): Promise<void> {
  if (!sessionHash) return
  const userId = await withRetry(() =>
    context.knex.transaction(async (trx) => {
      const session = await Session.query(trx).findById(sessionHash).whereNull('revoked_at').select('user_id', 'app')
      if (!session) return null
      await endSessions(trx, { sessionId: sessionHash.toString('hex') })
      const { userId, app } = session
      await audit(trx, { actor: `user:${userId}`, name: 'session.logout', input: { app }, refusal: null, userId })
      return userId
    }),
  )
  if (userId !== null) context.log.info({ userId }, 'logged out')
}

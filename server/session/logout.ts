import { withRetry } from '../../db/retry.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import { endSessions } from './endSessions.ts'

interface SessionRow {
  id_hash: Buffer
  user_id: number
  app: 'portal' | 'admin'
  revoked_at: Date | null
}

/** Ends the session of the cookie, if it lives; its sockets close. Done twice it is still done. */
export async function logout(context: Pick<Context, 'knex' | 'log'>, sessionHash: Buffer | null): Promise<void> {
  if (!sessionHash) return
  const userId = await withRetry(() =>
    context.knex.transaction(async (trx) => {
      const session = await trx<SessionRow>('sessions')
        .where('id_hash', sessionHash)
        .whereNull('revoked_at')
        .first('user_id', 'app')
      if (!session) return null
      await endSessions(trx, { sessionId: sessionHash.toString('hex') })
      const entry = { name: 'session.logout', input: { app: session.app }, refusal: null, userId: session.user_id }
      await audit(trx, { actor: `user:${session.user_id}`, ...entry })
      return session.user_id
    }),
  )
  if (userId !== null) context.log.info({ userId }, 'logged out')
}

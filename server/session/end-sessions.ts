import type { Knex } from 'knex'
import { fn } from 'objection'
import { Session } from '../../db/models/people.ts'

/** Sessions to end: one by the hex of its hash, or all of a user, optionally except one. */
export type WhichSessions = { sessionId: string } | { userId: number; except?: string }

/**
 * Ends live sessions and notifies the sockets at the commit (channel 'rights'). A user's unfinished sign-ins end with all
 * sessions. Returns how many ended.
 */
export async function endSessions(trx: Knex, which: WhichSessions): Promise<number> {
  const query = Session.query(trx).whereNull('revoked_at').patch({ revokedAt: fn.now() })
  if ('sessionId' in which) query.where('id_hash', Buffer.from(which.sessionId, 'hex'))
  else {
    query.where('user_id', which.userId)
    if (which.except !== undefined) query.whereNot('id_hash', Buffer.from(which.except, 'hex'))
  }
  if ('userId' in which) await trx('sign_in_steps').where({ user_id: which.userId }).delete()
  const ended = await query
  if (ended > 0) {
    const payload = 'sessionId' in which ? { sessions: [which.sessionId] } : { users: [which.userId] }
    await trx.raw(`select pg_notify('rights', ?)`, [JSON.stringify(payload)])
  }
  return ended
}

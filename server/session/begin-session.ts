import type { Knex } from 'knex'
import { fn, raw } from 'objection'
import { Session, User } from '../../db/models/people.ts'
import { audit } from './audit.ts'
import { newSessionValue, type SessionValue, sessionDays } from './cookie.ts'
import { endSessions } from './end-sessions.ts'

/** A browser, as far as a session knows it. */
export interface Browser {
  /** The requested application, by its host. */
  readonly app: 'portal' | 'admin'
  readonly address: string
  readonly userAgent: string | null
  /** The browser's previous session; it ends with the new one. */
  readonly before: Buffer | null
  /** Hash of the cookie by which an account may know it. */
  readonly known?: Buffer | null
}
export interface SessionStart extends Browser {
  readonly userId: number
  /** How the person proved who they are; kept in the audit trail. */
  readonly by: 'password' | 'passkey' | 'one-time-code' | 'recovery-code' | 'openid' | 'link'
  /** What else the audit trail keeps. No secrets. */
  readonly noted?: Readonly<Record<string, unknown>>
  /** The password hash that was checked: no session begins if the password changed meanwhile. */
  readonly passwordHash?: string | null
}

export interface BegunSession extends SessionValue {
  readonly userId: number
}

/** Proofs after which a session counts as one with a second factor. A passkey alone is two. */
const factors: readonly SessionStart['by'][] = ['passkey', 'one-time-code', 'recovery-code']

/**
 * Begins a session with a new value and ends the browser's previous one. Returns null if the user is no longer active
 * or has a new password: the row stays locked until the commit.
 */
export async function beginSession(trx: Knex.Transaction, start: SessionStart): Promise<BegunSession | null> {
  const { userId, app, address, userAgent, before, by, passwordHash } = start
  const still = await User.query(trx)
    .where({ id: userId, state: 'ACTIVE', ...(passwordHash === undefined ? {} : { password_hash: passwordHash }) })
    .patch({ lastLoginAt: fn.now() })
  if (still === 0) return null
  if (before) await endSessions(trx, { sessionId: before.toString('hex') })
  const session = newSessionValue(app)
  await Session.query(trx).insert({
    idHash: session.hash,
    userId,
    app,
    expiresAt: raw('now() + make_interval(days => ?)', sessionDays),
    address,
    userAgent: userAgent?.slice(0, 255) ?? null,
    secondFactor: factors.includes(by),
  })
  const input = { ...start.noted, app, address, by }
  await audit(trx, { actor: `user:${userId}`, name: 'session.login', input, refusal: null, userId })
  return { ...session, userId }
}

import type { Knex } from 'knex'
import type * as z from 'zod'
import type { passwordChange, passwordChangeRefusals } from '../../contract/profile.ts'
import type { KernelRefusal } from '../../contract/refusals.ts'
import { User } from '../../db/models/people.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { admit } from '../kernel/bus/dispatch.ts'
import { refuseField, refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { audit } from '../session/audit.ts'
import { endSessions } from '../session/end-sessions.ts'
import { revokeLinks } from '../session/link-tokens.ts'
import type { LoginLimits } from '../session/login-limits.ts'
import { checkNewPassword } from '../session/password-rule.ts'
import { hashPassword, passwordMatches } from '../session/passwords.ts'
import { requireFresh } from '../session/require-fresh.ts'

type Needs = Pick<Context, 'knex' | 'log'> & { readonly loginLimits: LoginLimits }
interface From {
  readonly sessionHash: Buffer | null
  readonly address: string
}
type Input = z.output<typeof passwordChange>
const refuse = refuser<(typeof passwordChangeRefusals)[number] | KernelRefusal>()

/**
 * Changes the password of a session's person, who gives the old one (ACC-8, rule PR-2). All their other sessions end, and so do
 * links to choose a password or to another address.
 * Wrong old passwords count like wrong logins. Throws Refused.
 */
export async function changePassword(context: Needs, from: From, input: Input): Promise<void> {
  const { knex, log, loginLimits } = context
  const { actor, now } = await admit(knex, from.sessionHash, 'session')
  const user = await User.query(knex).findById(actor.userId).throwIfNotFound()
  if (user.passwordHash !== null) {
    const key = `user:${user.id}`
    const taken = await loginLimits.take(key, from.address)
    if (!taken.ok) return refuse('login-blocked', { seconds: taken.seconds })
    if (!(await passwordMatches(user.passwordHash, input.oldPassword))) {
      await knex.transaction((trx) => record(trx, actor, from, 'old-password-wrong'))
      return refuseField(refuse, 'old-password-wrong', 'oldPassword')
    }
    await loginLimits.succeeded(key, from.address)
  }
  const person = { email: user.email, names: [user.firstname, user.lastname, user.username] }
  await checkNewPassword(input.newPassword, 'new', person, refuse, 'newPassword')
  if (input.repeated !== input.newPassword) return refuseField(refuse, 'passwords-differ', 'repeated')
  const passwordHash = await hashPassword(input.newPassword)
  await knex.transaction(async (trx) => {
    if (user.passwordHash === null) await requireFresh(trx, actor, now, refuse)
    const seen = { id: user.id, state: 'ACTIVE' as const, password_hash: user.passwordHash }
    const changed = await User.query(trx).where(seen).patch({ passwordHash })
    // Somebody else changed it while this was checked.
    if (changed === 0) return refuseField(refuse, 'old-password-wrong', 'oldPassword')
    await endSessions(trx, { userId: user.id, except: actor.sessionId })
    for (const purpose of ['password-reset', 'email-change'] as const) await revokeLinks(trx, purpose, user.id)
    await queueAccountNotice(trx, user.id, 'password', now, { sessionId: actor.sessionId })
    await record(trx, actor, from, null)
  })
  log.info({ userId: user.id, address: from.address }, 'password changed')
}

function record(trx: Knex, { userId }: UserActor, { address }: From, refusal: 'old-password-wrong' | null) {
  return audit(trx, { actor: `user:${userId}`, name: 'profile.changePassword', input: { address }, refusal, userId })
}

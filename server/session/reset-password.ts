import type * as z from 'zod'
import type { resetInput, resetRefusals } from '../../contract/session.ts'
import { User } from '../../db/models/people.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { audit } from './audit.ts'
import { endSessions } from './end-sessions.ts'
import { findLink, revokeLinks, useLink } from './link-tokens.ts'
import type { LoginLimits } from './login-limits.ts'
import { checkNewPassword } from './password-rule.ts'
import { hashPassword } from './passwords.ts'

const refuse = refuser<(typeof resetRefusals)[number] | 'bad-input'>()

type Needs = Pick<Context, 'knex' | 'log'> & { readonly loginLimits: LoginLimits }

/**
 * Sets a new password by the link of a mail (rule SE-8). Ends all sessions of the person, revokes links to another
 * address, and lifts a block of the login. Keeps passkeys and one-time codes, and begins no session, so that a second factor
 * is still asked for. The link has proved the address, so it also finishes an unfinished registration. Throws Refused with
 * resetRefusals.
 */
export async function resetPassword(
  context: Needs,
  input: z.output<typeof resetInput>,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<{ admin: boolean }> {
  const { knex, log, loginLimits } = context
  const { token, password } = input
  const link = await findLink(knex, 'password-reset', token, now)
  if (!link.ok) return refuse(`link-${link.state}`)
  const person = link.userId === null ? undefined : await User.query(knex).findById(link.userId)
  if (!person) return refuse('link-unknown')
  const { email, username, firstname, lastname } = person
  await checkNewPassword(password, 'new', { email, names: [username, firstname, lastname] }, refuse)
  const passwordHash = await hashPassword(password)
  const user = await knex.transaction(async (trx) => {
    const used = await useLink(trx, 'password-reset', token, now)
    if (!used.ok) return refuse(`link-${used.state}`)
    const locked = await User.query(trx).findById(person.id).withGraphFetched('role').forUpdate()
    if (!locked || locked.state === 'DEACTIVATED') return refuse('account-deactivated')
    if (locked.email !== email) return refuse('link-used')
    await locked.$query(trx).patch({ passwordHash, state: 'ACTIVE' })
    if (locked.state === 'REGISTERED') await revokeLinks(trx, 'registration', locked.id)
    await revokeLinks(trx, 'email-change', locked.id)
    await endSessions(trx, { userId: locked.id })
    await queueAccountNotice(trx, locked.id, 'password-reset', now)
    const actor = `user:${locked.id}`
    await audit(trx, { actor, name: 'session.resetPassword', input: { address }, refusal: null, userId: locked.id })
    return locked
  })
  await loginLimits.succeeded(`user:${user.id}`, address)
  log.info({ userId: user.id, address }, 'a new password was set by a link')
  return { admin: user.role?.kind === 'Admin' }
}

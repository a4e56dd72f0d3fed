import type { Knex } from 'knex'
import type * as z from 'zod'
import type { joinInput, joinRefusals } from '../../contract/invitations.ts'
import { Role, User } from '../../db/models/people.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from '../session/audit.ts'
import { revokeLinks } from '../session/link-tokens.ts'
import { checkNewPassword } from '../session/password-rule.ts'
import { hashPassword } from '../session/passwords.ts'
import { findInvitation } from './find-invitation.ts'
import { makeManager } from './make-manager.ts'
import { refuseDead } from './refuse-dead.ts'

const refuse = refuser<(typeof joinRefusals)[number] | 'bad-input'>()

/**
 * Accepts an invitation for somebody without an account, who chooses a password (rule IV-2). The link has proved the
 * address: an unfinished registration of it is finished, with the new password. Throws Refused with joinRefusals.
 */
export async function join(
  context: Pick<Context, 'knex' | 'log'>,
  input: z.output<typeof joinInput>,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<{ userId: number; email: string }> {
  const { knex, log } = context
  const { token, password, firstname, lastname, language } = input
  const seen = await knex.transaction((trx) => findInvitation(trx, token, now))
  if (!seen.invitation) return refuseDead(refuse, seen.state)
  const { email } = seen.invitation
  await checkNewPassword(password, 'new', { email, names: [firstname, lastname] }, refuse)
  const passwordHash = await hashPassword(password)
  const made = await knex.transaction(async (trx) => {
    const found = await findInvitation(trx, token, now, { lock: true })
    if (!found.invitation) return refuseDead(refuse, found.state)
    const user = await newManager(trx, { email, passwordHash, firstname, lastname, language, tosAcceptedAt: now })
    await makeManager(trx, refuse, { user, invitation: found.invitation, now })
    const noted = { address, invitationId: found.invitation.id }
    await audit(trx, {
      actor: `user:${user.id}`,
      name: 'invitations.join',
      input: noted,
      refusal: null,
      userId: user.id,
    })
    return { userId: user.id, email: user.email }
  })
  log.info({ userId: made.userId, address }, 'an invited person joined')
  return made
}

type Fields = Pick<User, 'email' | 'firstname' | 'lastname' | 'language'> & {
  passwordHash: string
  tosAcceptedAt: Date
}

/** Returns an active visitor with this address: a new one, or the one whose registration was not finished. */
async function newManager(trx: Knex.Transaction, fields: Fields): Promise<User> {
  const visitor = Role.query().findOne({ name: 'Visitor' }).select('id')
  const values = { ...fields, state: 'ACTIVE' as const }
  const inserted = await User.query(trx)
    .insert({ ...values, username: fields.email, roleId: visitor })
    .onConflict()
    .ignore()
  const byAddress = () => User.query(trx).whereRaw('lower(email) = lower(?)', [fields.email]).withGraphFetched('role')
  if (inserted.id === undefined) {
    const kept = await byAddress().first().forUpdate()
    if (kept?.state === 'DEACTIVATED') return refuse('account-deactivated')
    if (kept?.state !== 'REGISTERED') return refuse('email-taken')
    await kept.$query(trx).patch(values)
    await revokeLinks(trx, 'registration', kept.id)
  }
  const user = await byAddress().first().forUpdate()
  if (!user) throw new Error('the new account is missing')
  return user
}

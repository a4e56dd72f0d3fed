import type { Knex } from 'knex'
import { User, type Zone } from '../../db/models/people.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { queueAccountMail } from '../messages/queue-account.ts'

interface Invitation {
  readonly invitationId: number
  readonly email: string
  /** By name. */
  readonly zones: readonly Zone[]
  readonly inviter: UserActor
}

/**
 * Queues the mail of an invitation, in the sender name of its first zone. People without an account get it in the language of
 * the inviter. Its link carries the invitation.
 */
export async function queueInvitation(
  trx: Knex.Transaction,
  { invitationId, email, zones, inviter }: Invitation,
): Promise<void> {
  const [zone] = zones
  if (!zone) throw new Error('an invitation has a zone')
  const user = await User.query(trx).whereRaw('lower(email) = lower(?)', [email]).first()
  await queueAccountMail(trx, {
    kind: 'rm-invitation',
    userId: null,
    to: {
      email,
      language: user?.language ?? inviter.language,
      ...(user ? { name: user.shownName } : {}),
    },
    tenantId: zone.tenantId,
    sender: zone.emailSenderName || zone.name,
    data: {
      inviter: inviter.name,
      zones: zones.map(({ name }) => name).join(', '),
    },
    link: { invitationId },
  })
}

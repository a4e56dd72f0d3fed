import { invitationDays, invite } from '../../contract/invitations.ts'
import { RmInvitation, User, Zone } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { notifyTeam } from './notify-team.ts'
import { queueInvitation } from './queue-invitation.ts'
import { takeZones } from './take-zones.ts'

/**
 * Invites an address to manage zones of the caller's (rule IV-1). The reply does not tell whether the address has an
 * account; that its owner already manages the zones, the caller sees anyway.
 */
export default handle(invite, async ({ input, actor, trx, now, refuse }) => {
  const { email, zoneIds } = input
  const zones = await Zone.query(trx).findByIds(zoneIds).modify('visibleTo', actor).orderBy('name')
  if (zones.length < zoneIds.length)
    return refuse('bad-input', undefined, [{ path: 'zoneIds', issue: 'field-not-found' }])
  // One after another for each address: an invitation replaces the open ones.
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('rm-invitation ' || lower(?), 0))`, [email])
  const managed = await User.query(trx)
    .modify('canManageZones')
    .whereRaw('lower(users.email) = lower(?)', [email])
    .whereRaw('(select count(*) from user_zones where user_id = users.id and zone_id = any (?)) = ?', [
      zoneIds,
      zoneIds.length,
    ])
    .first()
  if (managed) return refuseField(refuse, 'already-manager', 'email')
  const open = await RmInvitation.query(trx).modify('open').whereRaw('lower(email) = lower(?)', [email]).select('id')
  const openIds = open.map(({ id }) => id)
  await takeZones(trx, openIds, zoneIds, now)
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
  const invitation = await RmInvitation.query(trx).insert({ email, createdBy: actor.userId, createdAt: now, expiresAt })
  await trx('rm_invitation_zones').insert(zoneIds.map((zone_id) => ({ invitation_id: invitation.id, zone_id })))
  await queueInvitation(trx, { invitationId: invitation.id, email, zones, inviter: actor })
  await notifyTeam(trx, zoneIds)
  return { invitationId: invitation.id }
})

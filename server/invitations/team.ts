import { team } from '../../contract/invitations.ts'
import { RmInvitation, type User, Zone } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { managersOfZone } from '../zones/links.ts'

/** Managers and open invitations of a zone of the caller's, with those zones of each that the caller sees. */
export default answer(team, async ({ input, actor, trx, now, refuse }) => {
  const { zoneId } = input
  const zone = await Zone.query(trx).findById(zoneId).modify('visibleTo', actor)
  if (!zone) return refuse('not-found')
  const managers = await managersOfZone(trx, zone)
  const managed = await Zone.query(trx)
    .join('user_zones', 'user_zones.zone_id', 'zones.id')
    .modify('visibleTo', actor)
    .whereIn(
      'user_zones.user_id',
      managers.map(({ id }) => id),
    )
    .orderBy('zones.name')
    .select('zones.id', 'zones.name', 'user_zones.user_id as userId')
    .castTo<{ id: number; name: string; userId: number }[]>()
  const invitations = await RmInvitation.query(trx)
    .modify('open')
    .whereRaw('rm_invitations.id in (select invitation_id from rm_invitation_zones where zone_id = ?)', [zoneId])
    .withGraphFetched('[zones(visible), inviter]')
    .modifiers({ visible: (zones) => void zones.modify('visibleTo', actor).modify('named').orderBy('zones.name') })
    .orderBy('rm_invitations.created_at', 'desc')
  return {
    managers: managers.map((user: User) => ({
      id: user.id,
      name: user.shownName,
      email: user.email,
      type: user.type,
      zones: managed.filter(({ userId }) => userId === user.id).map(({ id, name }) => ({ id, name })),
    })),
    invitations: invitations.map(({ id, email, zones = [], inviter, createdAt, expiresAt }) => ({
      id,
      email,
      zones,
      invitedBy: inviter?.shownName ?? null,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      expired: expiresAt <= now,
    })),
  }
})

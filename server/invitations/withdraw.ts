import { withdraw } from '../../contract/invitations.ts'
import { RmInvitation } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { notifyTeam } from './notify-team.ts'
import { takeZones, zonesOfInvitation } from './take-zones.ts'

/** Takes the zones of the caller out of an open invitation; one without zones is over. */
export default handle(withdraw, async ({ input, actor, trx, now, refuse }) => {
  const { invitationId } = input
  const found = await RmInvitation.query(trx)
    .findById(invitationId)
    .modify('open')
    .modify('visibleTo', actor)
    .forUpdate()
  if (!found) return refuse('not-found')
  const zones = await zonesOfInvitation(trx, invitationId, actor)
  const zoneIds = zones.map(({ id }) => id)
  await takeZones(trx, [invitationId], zoneIds, now)
  await notifyTeam(trx, zoneIds)
  return { invitationId }
})

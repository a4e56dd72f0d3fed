import type { Knex } from 'knex'
import { RmInvitation, Zone } from '../../db/models/people.ts'
import type { Viewer } from '../../db/models/scope.ts'

/** Returns the zones of an invitation that the viewer sees, by name. */
export async function zonesOfInvitation(trx: Knex, invitationId: number, viewer: Viewer): Promise<Zone[]> {
  return Zone.query(trx)
    .whereIn('id', trx('rm_invitation_zones').select('zone_id').where('invitation_id', invitationId))
    .modify('visibleTo', viewer)
    .orderBy('name')
}

/** Takes zones out of open invitations. Those without any zone left are withdrawn. */
export async function takeZones(
  trx: Knex.Transaction,
  invitationIds: readonly number[],
  zoneIds: readonly number[],
  now: Date,
): Promise<void> {
  await trx('rm_invitation_zones').whereIn('invitation_id', invitationIds).whereIn('zone_id', zoneIds).delete()
  await RmInvitation.query(trx)
    .findByIds([...invitationIds])
    .modify('open')
    .whereNotIn('id', trx('rm_invitation_zones').select('invitation_id'))
    .patch({ withdrawnAt: now })
}

import type { Knex } from 'knex'
import { RmInvitation, Role, type User } from '../../db/models/people.ts'
import { publish } from '../../db/outbox.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { meChange } from '../session/me.ts'
import type { OpenInvitation } from './find-invitation.ts'
import { notifyTeam } from './notify-team.ts'

interface Acceptance {
  /** With the role, and locked. */
  readonly user: User
  /** Locked. */
  readonly invitation: OpenInvitation
  readonly now: Date
}

/**
 * Makes a person a reservation manager of the invitation's zones and their companies (rule IV-2). A visitor's former
 * zones end: they must not become managed ones. An invitation is accepted once.
 */
export async function makeManager(
  trx: Knex.Transaction,
  refuse: Refuse<'invitation-not-for-role'>,
  { user, invitation, now }: Acceptance,
): Promise<void> {
  const zoneIds = invitation.zones.map(({ id }) => id)
  const manages = user.role?.kind === 'Reservation Manager'
  if (!manages && user.role?.kind !== 'Visitor') return refuse('invitation-not-for-role')
  const role = manages ? user.role : await Role.query(trx).findOne({ name: 'Reservation Manager' }).forShare()
  if (!role?.canHaveZones) return refuse('invitation-not-for-role')
  if (!manages) {
    await trx('user_zones').where('user_id', user.id).whereNotIn('zone_id', zoneIds).delete()
    await user.$query(trx).patch({ roleId: role.id })
  }
  await trx('user_zones')
    .insert(zoneIds.map((zone_id) => ({ user_id: user.id, zone_id })))
    .onConflict()
    .ignore()
  if (role.canHaveTenants) {
    const tenantIds = [...new Set(invitation.zones.map(({ tenantId }) => tenantId))]
    await trx('user_tenants')
      .insert(tenantIds.map((tenant_id) => ({ user_id: user.id, tenant_id })))
      .onConflict()
      .ignore()
  }
  await RmInvitation.query(trx).findById(invitation.id).patch({ acceptedAt: now, acceptedBy: user.id })
  await publish(trx, [await meChange(trx, user.id)])
  await notifyTeam(trx, zoneIds)
}

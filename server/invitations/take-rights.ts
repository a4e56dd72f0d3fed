import type { Knex } from 'knex'
import { Role, type User } from '../../db/models/people.ts'
import { publish } from '../../db/outbox.ts'
import { meChange } from '../session/me.ts'
import { notifyTeam } from './notify-team.ts'

/**
 * Takes zones from a manager, who is locked. Without any zone left the person is a visitor again, who stays with the
 * companies; otherwise companies without a zone of theirs go too, with what their products unlock. Returns whether no zone
 * is left.
 */
export async function takeRights(trx: Knex.Transaction, user: User, zoneIds: readonly number[]): Promise<boolean> {
  await trx('user_zones').where('user_id', user.id).whereIn('zone_id', zoneIds).delete()
  const left: { tenant_id: number }[] = await trx('user_zones as uz')
    .join('zones as z', 'z.id', 'uz.zone_id')
    .where('uz.user_id', user.id)
    .distinct('z.tenant_id')
  const visitor = left.length === 0
  if (visitor) await makeVisitor(trx, user)
  else {
    const lost = trx('zones')
      .distinct('tenant_id')
      .whereIn('id', zoneIds)
      .whereNotIn(
        'tenant_id',
        left.map(({ tenant_id }) => tenant_id),
      )
    await trx('user_tenants').where('user_id', user.id).whereIn('tenant_id', lost).delete()
    await trx('users').where('id', user.id).whereIn('session_tenant_id', lost).update({ session_tenant_id: null })
  }
  await publish(trx, [await meChange(trx, user.id)])
  await notifyTeam(trx, zoneIds)
  return visitor
}

async function makeVisitor(trx: Knex.Transaction, user: User): Promise<void> {
  const role = await Role.query(trx).findOne({ name: 'Visitor' }).forShare()
  if (!role) throw new Error('there is no role of visitors')
  if (!role.canHaveTenants) await trx('user_tenants').where('user_id', user.id).delete()
  await user.$query(trx).patch({ roleId: role.id, type: 'NORMAL' })
}

import type { Knex } from 'knex'
import type { UserActor } from '../kernel/bus/actor.ts'
import { readZoneAccess } from './zone-access.ts'

/** Returns whether the site exists for this person and allows booking: one of its zones is open to them. */
export async function mayBookAt(trx: Knex, actor: UserActor, siteId: number): Promise<boolean> {
  const zones = await readZoneAccess(trx, actor, [siteId])
  return zones.some((zone) => zone.open)
}

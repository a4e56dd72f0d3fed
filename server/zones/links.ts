import type { Knex } from 'knex'
import type { User, Zone } from '../../db/models/people.ts'
import { Site } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { meChange } from '../session/me.ts'
import type { LinkChange } from './rules.ts'

/** Returns the sites of a zone by name. */
export async function sitesOf(trx: Knex, zoneId: number): Promise<Site[]> {
  const inZone = trx('site_zones').select('site_id').where('zone_id', zoneId)
  return Site.query(trx).whereIn('id', inZone).orderByRaw('lower(coalesce(full_name, name)), id')
}

/** Returns the reservation managers of a zone by name, without visitors who belong to it. */
export async function managersOfZone(trx: Knex, zone: Zone): Promise<User[]> {
  return zone.$relatedQuery('users', trx).modify('canManageZones').orderByRaw(`lower(users.full_name), users.username`)
}

/** Puts sites into a zone and takes others out. The database makes every client read its views again. */
export async function saveSites(trx: Knex.Transaction, zoneId: number, { added, removed }: LinkChange): Promise<void> {
  if (removed.length > 0) await trx('site_zones').where('zone_id', zoneId).whereIn('site_id', removed).delete()
  if (added.length > 0) await trx('site_zones').insert(added.map((site_id) => ({ site_id, zone_id: zoneId })))
  // The zones of a site belong to its version.
  await trx('sites')
    .whereIn('id', [...added, ...removed])
    .update({ modified_at: trx.fn.now() })
}

/** Assigns a zone to managers and withdraws it from others. Their rights are checked again at the commit, their own views are pushed. */
export async function saveManagers(
  trx: Knex.Transaction,
  zoneId: number,
  { added, removed }: LinkChange,
): Promise<void> {
  if (removed.length > 0) await trx('user_zones').where('zone_id', zoneId).whereIn('user_id', removed).delete()
  if (added.length > 0) await trx('user_zones').insert(added.map((user_id) => ({ user_id, zone_id: zoneId })))
  await publishMe(trx, [...added, ...removed])
}

/** Pushes the shell's view of these people, which lists their zones. */
export async function publishMe(trx: Knex.Transaction, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds.toSorted((a, b) => a - b)) await publish(trx, [await meChange(trx, userId)])
}

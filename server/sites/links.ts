import type { Knex } from 'knex'
import { Zone } from '../../db/models/people.ts'

/** Zones that a save adds and removes. */
export interface LinkChange {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Returns the zones to add and to remove. */
export function zoneChange(kept: readonly number[], wanted: readonly number[]): LinkChange {
  return {
    added: wanted.filter((id) => !kept.includes(id)),
    removed: kept.filter((id) => !wanted.includes(id)),
  }
}

/** Locks zones in ascending order, before their sites, as every writer of their links does. */
export async function lockZones(trx: Knex.Transaction, zoneIds: readonly number[]): Promise<void> {
  await Zone.query(trx)
    .findByIds([...zoneIds])
    .orderBy('id')
    .forNoKeyUpdate()
}

/**
 * Puts a site into zones and takes it out of others. The sites of a zone belong to its version, and the database makes every
 * client read its views again.
 */
export async function saveZones(
  trx: Knex.Transaction,
  siteId: number,
  { added, removed }: LinkChange,
  userId: number,
): Promise<void> {
  if (removed.length > 0) await trx('site_zones').where('site_id', siteId).whereIn('zone_id', removed).delete()
  if (added.length > 0) await trx('site_zones').insert(added.map((zone_id) => ({ site_id: siteId, zone_id })))
  await Zone.query(trx)
    .findByIds([...added, ...removed])
    .patch({ modifiedBy: userId })
}

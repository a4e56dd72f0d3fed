import type { Knex } from 'knex'
import { Location, Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Returns a location that the caller can choose for a site: managers choose among those of their sites. */
export async function locationFor(trx: Knex, actor: UserActor, locationId: number): Promise<Location | undefined> {
  const found = Location.query(trx).findById(locationId)
  if (!actor.seesAll) found.whereIn('id', Site.query(trx).modify('visibleTo', actor).select('location_id'))
  return found
}

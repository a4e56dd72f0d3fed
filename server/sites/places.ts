import type { Knex } from 'knex'
import type { PlaceHit } from '../../contract/sites.ts'
import { many } from '../../db/sql.ts'
import { type Person, readZoneAccess } from '../access/zone-access.ts'
import { folded, matchSql, minMatch } from './match.ts'

/** Sites that match a text, as places; only those where the person may book (rule A-1), best match first. */
export async function placesOfSites(
  trx: Knex,
  person: Person | null,
  text: string,
  limit: number,
): Promise<PlaceHit[]> {
  const zones = await readZoneAccess(trx, person)
  return many<PlaceHit>(
    trx,
    `select label, latitude, longitude, "siteId" from (
       select concat_ws(', ', coalesce(s.full_name, s.name), nullif(concat_ws(' ', l.zip, l.city), '')) as label,
         l.latitude, l.longitude, s.id as "siteId", ${matchSql} as match
       from sites s join locations l on l.id = s.location_id
       where l.latitude is not null
         and exists (select from site_zones where site_id = s.id and zone_id = any (:zoneIds))) as found
     where match >= :least order by match desc, label, "siteId" limit :limit`,
    {
      query: folded(text),
      zoneIds: zones.filter((zone) => zone.open).map(({ id }) => id),
      least: minMatch,
      limit,
    },
  )
}

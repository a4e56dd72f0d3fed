import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import { type Resource, resource, toMany, toOne } from '../http/jsonapi.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

interface SiteRow {
  id: number
  name: string
  time_zone: string
  directions: string | null
  location: ({ id: number } & Record<string, unknown>) | null
  zones: { id: number; name: string; private: boolean }[]
}

/** Returns sites by id with location, for anyone who may see a reservation there, and those of their zones the caller may see. */
export async function readIncludedSites(trx: Knex, actor: UserActor, ids: readonly number[]): Promise<SiteRow[]> {
  const siteIds = [...new Set(ids)]
  const known = new Set((await readZoneAccess(trx, actor, siteIds)).map(({ id }) => id))
  const rows = await many<SiteRow>(
    trx,
    `select s.id, coalesce(s.full_name, s.name) as name, s.time_zone, s.directions,
       case when l.id is not null then jsonb_build_object('id', l.id, 'address', l.address, 'zip', l.zip, 'city', l.city,
         'country', l.country, 'latitude', l.latitude, 'longitude', l.longitude) end as location,
       (select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'private', z.private) order by z.name, z.id), '[]')
        from site_zones sz join zones z on z.id = sz.zone_id where sz.site_id = s.id) as zones
     from sites s left join locations l on l.id = s.location_id where s.id = any (?) order by s.id`,
    [siteIds],
  )
  return rows.map((site) => ({ ...site, zones: site.zones.filter(({ id }) => known.has(id)) }))
}

/** Sites as resources, with their locations and zones if requested. */
export function includedSites(sites: readonly SiteRow[], asked: { locations: boolean; zones: boolean }): Resource[] {
  return sites.flatMap(({ location, zones, time_zone: timeZone, ...site }) => [
    resource(
      'sites',
      { ...site, timeZone },
      { locations: toOne('locations', location?.id ?? null), zones: toMany('zones', zones) },
    ),
    ...(asked.locations && location ? [resource('locations', location)] : []),
    ...(asked.zones ? zones.map((zone) => resource('zones', zone)) : []),
  ])
}

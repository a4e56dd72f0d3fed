import type { Knex } from 'knex'
import type { SiteItem } from '../../contract/sites.ts'

interface Row {
  id: number
  name: string
  full_name: string | null
  type: string | null
  address: string | null
  city: string | null
  time_zone: string
  visualization_enabled: boolean
  zones: SiteItem['zones']
  devices: number
  malfunctions: number
  description: string | null
  directions: string | null
  source: string | null
}
export interface SiteDetails extends SiteItem {
  description: string | null
  directions: string | null
  source: string | null
}

/** Sites that pass a condition on s (sites) and l (locations), by name, with zones and counts of devices and open malfunctions. */
export async function readSites(
  trx: Knex,
  where: { sql: string; bindings: readonly Knex.Value[] },
  page: { limit: number; offset: number },
): Promise<SiteDetails[]> {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `WITH page AS (
       SELECT s.*, l.address, l.city FROM sites s LEFT JOIN locations l ON l.id = s.location_id
       WHERE ${where.sql} ORDER BY lower(s.name), s.id LIMIT ? OFFSET ?)
     SELECT p.id, p.name, p.full_name, p.type, p.address, p.city, p.time_zone, p.visualization_enabled, p.description, p.directions, p.source,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) ORDER BY z.name, z.id), '[]')
        FROM site_zones sz JOIN zones z ON z.id = sz.zone_id WHERE sz.site_id = p.id) AS zones,
       (SELECT count(*) FROM devices d WHERE d.site_id = p.id AND d.retired_at IS NULL) AS devices,
       (SELECT count(*) FROM malfunctions m WHERE m.site_id = p.id AND m.closed_at IS NULL) AS malfunctions
     FROM page p ORDER BY lower(p.name), p.id`,
    [...where.bindings, page.limit, page.offset],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.full_name ?? row.name,
    type: row.type ?? '',
    address: row.address,
    city: row.city,
    timeZone: row.time_zone,
    visualizationEnabled: row.visualization_enabled,
    zones: row.zones,
    devices: row.devices,
    malfunctions: row.malfunctions,
    description: row.description,
    directions: row.directions,
    source: row.source,
  }))
}

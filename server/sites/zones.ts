import { zones } from '../../contract/sites.ts'
import { answer } from '../bus/handle.ts'

interface Row {
  id: number
  name: string
  tenant_id: number
  tenant_name: string
  sites: number
  devices: number
  malfunctions: number
}

/** The caller's zones (admins: all) by name, with counts of sites, devices and open malfunctions. */
export default answer(zones, async ({ actor, trx }) => {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT z.id, z.name, t.id AS tenant_id, t.name AS tenant_name,
       (SELECT count(*) FROM site_zones sz WHERE sz.zone_id = z.id) AS sites,
       (SELECT count(*) FROM site_zones sz JOIN devices d ON d.site_id = sz.site_id WHERE sz.zone_id = z.id AND d.retired_at IS NULL) AS devices,
       (SELECT count(*) FROM site_zones sz JOIN malfunctions m ON m.site_id = sz.site_id WHERE sz.zone_id = z.id AND m.closed_at IS NULL) AS malfunctions
     FROM zones z JOIN tenants t ON t.id = z.tenant_id
     WHERE ?::boolean OR z.id = ANY (?)
     ORDER BY lower(z.name), z.id`,
    [actor.seesAll, [...actor.zoneIds]],
  )
  return rows.map(({ tenant_id, tenant_name, ...zone }) => ({ ...zone, tenant: { id: tenant_id, name: tenant_name } }))
})

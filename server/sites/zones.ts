import { raw } from 'objection'
import { zones } from '../../contract/sites.ts'
import { Malfunction } from '../../db/models/control.ts'
import { type Tenant, Zone } from '../../db/models/people.ts'
import { Device, Site } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'

type WithCounts = Zone & { tenant: Tenant; siteCount: number; deviceCount: number; malfunctionCount: number }

const inZone = (column: string) => raw('?? in (select site_id from site_zones where zone_id = zones.id)', column)

/** The caller's zones (admins: all) by name, with counts of sites, devices and open malfunctions. */
export default answer(zones, async ({ actor, trx }) => {
  const found = await Zone.query(trx)
    .modify('visibleTo', actor)
    .select('zones.*', Site.query().where(inZone('id')).count().as('site_count'))
    .select(Device.query().where(inZone('site_id')).modify('inUse').count().as('device_count'))
    .select(Malfunction.query().where(inZone('site_id')).whereNull('closed_at').count().as('malfunction_count'))
    .withGraphFetched('tenant(named)')
    .orderByRaw('lower(zones.name), zones.id')
    .castTo<WithCounts[]>()
  return found.map(({ id, name, tenant, siteCount, deviceCount, malfunctionCount }) => ({
    id,
    name,
    tenant,
    sites: siteCount,
    devices: deviceCount,
    malfunctions: malfunctionCount,
  }))
})

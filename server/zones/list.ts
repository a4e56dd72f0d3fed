import { type QueryBuilder, raw } from 'objection'
import { list, type ZoneRow } from '../../contract/zones.ts'
import { Malfunction } from '../../db/models/control.ts'
import { type Tenant, Zone } from '../../db/models/people.ts'
import { Device, Site } from '../../db/models/sites.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'

type Found = Zone & {
  tenant: Tenant
  siteCount: number
  deviceCount: number
  malfunctionCount: number
  managerCount: number
}

const inZone = (column: string) => raw('?? in (select site_id from site_zones where zone_id = zones.id)', column)
/** Counts of a zone: sites, devices, open malfunctions and managers. */
const counts = {
  sites: () => Site.query().where(inZone('id')).count(),
  devices: () => Device.query().where(inZone('site_id')).modify('inUse').count(),
  malfunctions: () => Malfunction.query().where(inZone('site_id')).whereNull('closed_at').count(),
  managers: () => Zone.relatedQuery('users').modify('canManageZones').count(),
}

const csv: readonly CsvColumn<ZoneRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.company, cell: ({ tenant }) => tenant.name },
  { head: heads.description, cell: ({ description }) => description },
  { head: heads.emailSender, cell: ({ emailSenderName }) => emailSenderName },
  { head: heads.sites, cell: ({ sites }) => sites },
  { head: heads.devices, cell: ({ devices }) => devices },
  { head: heads.managers, cell: ({ managers }) => managers },
  { head: heads.private, cell: (zone) => zone.private },
  { head: heads.readableWithoutLogin, cell: ({ readableWithoutLogin }) => readableWithoutLogin },
  { head: heads.monitored, cell: ({ monitoring }) => monitoring },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Zones of the caller (admins: all) with counts. The search looks in names, description and company. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Zone.query(trx)
      .modify('visibleTo', actor)
      .joinRelated('tenant')
      .select('zones.*', counts.sites().as('site_count'), counts.devices().as('device_count'))
      .select(counts.malfunctions().as('malfunction_count'), counts.managers().as('manager_count'))
      .withGraphFetched('tenant(named)')
    if (filters.tenantId !== undefined) found.where('zones.tenant_id', filters.tenantId)
    if (filters.private !== undefined) found.where('zones.private', filters.private)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'zones.id',
  search: ['zones.name', 'zones.description', 'zones.email_sender_name', 'tenant.name'],
  sorts: {
    name: raw('lower(zones.name)'),
    tenant: raw('lower(tenant.name)'),
    sites: raw('?', counts.sites()),
    devices: raw('?', counts.devices()),
    malfunctions: raw('?', counts.malfunctions()),
    managers: raw('?', counts.managers()),
    modifiedAt: 'zones.modified_at',
  },
  row: (zone) => ({
    id: zone.id,
    version: zone.version,
    name: zone.name,
    description: zone.description,
    tenant: zone.tenant,
    emailSenderName: zone.emailSenderName,
    monitoring: zone.monitoring,
    readableWithoutLogin: zone.readableWithoutLogin,
    private: zone.private,
    sites: zone.siteCount,
    devices: zone.deviceCount,
    malfunctions: zone.malfunctionCount,
    managers: zone.managerCount,
    modifiedAt: zone.modifiedAt.toISOString(),
  }),
  csv,
})

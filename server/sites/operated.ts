import { type QueryBuilder, raw, ref } from 'objection'
import { type OperatedSiteRow, operated } from '../../contract/sites/admin.ts'
import { Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'

type Found = Site & { gatewayCount: number; deviceCount: number; barrierCount: number }

const gateways = () => Gateway.query().where('gateways.site_id', ref('sites.id')).count()
const devices = () => Device.query().modify('inUse').where('devices.site_id', ref('sites.id')).count()
const barriers = () => Barrier.query().where('barriers.site_id', ref('sites.id')).count()

const csv: readonly CsvColumn<OperatedSiteRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.address, cell: ({ address }) => address },
  { head: heads.city, cell: ({ city }) => city },
  { head: heads.zones, cell: ({ zones }) => zones.map(({ name }) => name).join(', ') },
  { head: heads.devices, cell: (row) => row.devices },
  { head: heads.capacity, cell: ({ capacity }) => capacity },
  { head: heads.timeZone, cell: ({ timeZone }) => timeZone },
  { head: heads.monitored, cell: ({ monitoring }) => monitoring },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Sites of the caller's zones (admins: all). The search looks in names, description, address and city. */
export default answerList(operated, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Site.query(trx)
      .modify('visibleTo', actor)
      .leftJoinRelated('location')
      .select('sites.*', gateways().as('gateway_count'), devices().as('device_count'), barriers().as('barrier_count'))
      .withGraphFetched('[location, zones]')
      .modifyGraph('zones', (zones) => {
        void zones.orderBy(['zones.name', 'zones.id'])
      })
    if (filters.zoneId !== undefined)
      found.whereRaw('sites.id in (select site_id from site_zones where zone_id = ?)', [filters.zoneId])
    if (filters.locationId !== undefined) found.where('sites.location_id', filters.locationId)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'sites.id',
  search: ['sites.name', 'sites.full_name', 'sites.description', 'location.address', 'location.city'],
  sorts: {
    name: raw('lower(coalesce(sites.full_name, sites.name))'),
    city: raw('lower(location.city)'),
    capacity: 'sites.capacity',
    gateways: raw('?', gateways()),
    devices: raw('?', devices()),
    barriers: raw('?', barriers()),
    modifiedAt: 'sites.modified_at',
  },
  row: (site) => ({
    id: site.id,
    version: site.version,
    name: site.fullName ?? site.name,
    address: site.location?.address ?? null,
    city: site.location?.city ?? null,
    timeZone: site.timeZone,
    capacity: site.capacity,
    monitoring: site.monitoring,
    visualizationEnabled: site.visualizationEnabled,
    licencePlateMandatory: site.licencePlateMandatory,
    zones: (site.zones ?? []).map(({ id, name }) => ({ id, name })),
    gateways: site.gatewayCount,
    devices: site.deviceCount,
    barriers: site.barrierCount,
    modifiedAt: site.modifiedAt.toISOString(),
  }),
  csv,
})

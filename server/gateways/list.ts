import { type QueryBuilder, raw } from 'objection'
import { type GatewayRow, list, type Silence } from '../../contract/gateways.ts'
import { Device, Gateway } from '../../db/models/sites.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { heardOf, silenceSql, siteOf } from './values.ts'

type Found = Gateway & { deviceCount: number; silence: Silence }

const deviceCount = () => Device.query().modify('inUse').whereRaw('gateway_id = gateways.id').count()

const csv: readonly CsvColumn<GatewayRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.shortName, cell: ({ label }) => label },
  { head: heads.hardwareId, cell: ({ hardwareId }) => hardwareId },
  { head: heads.site, cell: ({ site }) => site?.name ?? null },
  { head: heads.lastMessage, cell: ({ lastMessageAt }) => (lastMessageAt ? csvTime(lastMessageAt, 'UTC') : null) },
  { head: heads.devices, cell: ({ devices }) => devices },
  { head: heads.monitored, cell: ({ monitoring }) => monitoring },
  { head: heads.state, cell: ({ maintenanceState }) => maintenanceState },
  { head: heads.comment, cell: ({ comment }) => comment },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All gateways. The search looks in names, hardware id, comment, where it hangs, and the name of its site. */
export default answerList(list, {
  query: ({ trx, now, input: { filters } }) => {
    const found = Gateway.query(trx)
      .leftJoinRelated('site')
      .select('gateways.*', deviceCount().as('device_count'), raw(silenceSql, { now }).as('silence'))
      .withGraphFetched('site')
    if (filters.siteId !== undefined) found.where('gateways.site_id', filters.siteId)
    if (filters.silence !== undefined) found.whereRaw(`(${silenceSql}) = :silence`, { now, silence: filters.silence })
    return found as unknown as QueryBuilder<Found>
  },
  id: 'gateways.id',
  search: [
    'gateways.name',
    'gateways.label',
    'gateways.hardware_id',
    'gateways.comment',
    'gateways.premise_location',
    'site.name',
    'site.full_name',
  ],
  sorts: {
    name: raw('lower(gateways.name)'),
    hardwareId: raw('lower(gateways.hardware_id)'),
    site: raw('lower(coalesce(site.full_name, site.name))'),
    lastMessageAt: raw(`coalesce(gateways.last_message_at, '-infinity')`),
    devices: raw('?', deviceCount()),
    maintenanceState: 'gateways.maintenance_state',
    modifiedAt: 'gateways.modified_at',
  },
  row: (gateway) => ({
    id: gateway.id,
    version: gateway.version,
    name: gateway.name,
    label: gateway.label,
    hardwareId: gateway.hardwareId,
    comment: gateway.comment,
    premiseLocation: gateway.premiseLocation,
    site: siteOf(gateway),
    monitoring: gateway.monitoring,
    maintenanceState: gateway.maintenanceState,
    sendMail: gateway.sendMail,
    allowOfflineCaching: gateway.allowOfflineCaching,
    ...heardOf(gateway),
    silence: gateway.silence,
    devices: gateway.deviceCount,
    modifiedAt: gateway.modifiedAt.toISOString(),
  }),
  csv,
})

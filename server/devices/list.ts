import { type QueryBuilder, raw } from 'objection'
import { type DeviceListRow, list, type placeAttributes } from '../../contract/devices/admin.ts'
import { Device, type DeviceState, type DeviceType, type Gateway, type Site } from '../../db/models/sites.ts'
import { containing } from '../kernel/sql.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { named, translated } from './names.ts'
import { attributesOf } from './values.ts'

type Found = Device & { site: Site; gateway: Gateway; deviceType: DeviceType; state: DeviceState }

const csv: readonly CsvColumn<DeviceListRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.hardwareId, cell: ({ hardwareId }) => hardwareId },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.gateway, cell: ({ gateway }) => gateway.name },
  { head: heads.deviceType, cell: ({ type }, language) => type.names[language] ?? type.name },
  { head: heads.state, cell: ({ status }) => status },
  { head: heads.lastMessage, cell: ({ lastMessageAt, site }) => csvTime(lastMessageAt, site.timeZone) },
  { head: heads.timeZone, cell: ({ site }) => site.timeZone },
  { head: heads.silent, cell: ({ silent }) => silent },
  { head: heads.supplyVoltageV, cell: ({ supplyVoltage }) => supplyVoltage },
  { head: heads.sensorDirty, cell: ({ sensorDirty }) => sensorDirty },
  { head: heads.deviceMonitored, cell: ({ monitoring }) => monitoring },
  { head: heads.inService, cell: ({ maintenanceState }) => maintenanceState },
  { head: heads.path, cell: ({ pathNumber }) => pathNumber },
  { head: heads.sequence, cell: ({ sequenceNumber }) => sequenceNumber },
  { head: heads.socket, cell: ({ socket }) => socket },
  { head: heads.cargoBike, cell: ({ cargoBike }) => cargoBike },
  { head: heads.lowRow, cell: ({ lowRow }) => lowRow },
  { head: heads.accessible, cell: ({ accessible }) => accessible },
  { head: heads.sizeClass, cell: ({ sizeClass }) => sizeClass },
  { head: heads.comment, cell: ({ comment }) => comment },
]

const attributeColumns = {
  socket: 'socket',
  cargoBike: 'cargo_bike',
  lowRow: 'low_row',
  accessible: 'accessible',
} as const satisfies Record<(typeof placeAttributes)[number], string>

/** SQL: a device that has never reported, or that is overdue. */
const isSilent = '(not state.reachable or state.last_message_at is null)'
/** SQL: the words of a device, as the index devices_search has them. */
const words = `(devices.name || ' ' || devices.hardware_id || ' ' || coalesce(devices.comment, ''))`

/** Devices in use at the caller's sites (admins: all). The search looks in names, hardware IDs, comments, sites and gateways. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Device.query(trx)
      .modify('inUse')
      .modify('visibleTo', actor)
      .joinRelated('[site, gateway, deviceType, state]')
      .select('devices.*')
      .withGraphFetched('[site, gateway, deviceType, state]')
    if (filters.siteId !== undefined) found.where('devices.site_id', filters.siteId)
    if (filters.gatewayId !== undefined) found.where('devices.gateway_id', filters.gatewayId)
    if (filters.deviceTypeId !== undefined) found.where('devices.device_type_id', filters.deviceTypeId)
    if (filters.maintenanceState !== undefined) found.where('devices.maintenance_state', filters.maintenanceState)
    if (filters.silent !== undefined) found.whereRaw(filters.silent ? isSilent : `not ${isSilent}`)
    if (filters.attribute !== undefined) found.where(`devices.${attributeColumns[filters.attribute]}`, true)
    if (filters.sizeClass !== undefined) found.where('devices.size_class', filters.sizeClass)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'devices.id',
  search: (query, text) => {
    const like = containing(text)
    // One index each: a condition with OR would read all devices.
    query.whereRaw(
      `devices.id in (
         select id from devices where retired_at is null and ${words} ilike ?
         union select id from devices where retired_at is null
           and site_id in (select id from sites where name || ' ' || coalesce(full_name, '') ilike ?)
         union select id from devices where retired_at is null and gateway_id in (select id from gateways where name ilike ?))`,
      [like, like, like],
    )
  },
  sorts: {
    name: raw('lower(devices.name)'),
    hardwareId: 'devices.hardware_id',
    site: raw('lower(coalesce(site.full_name, site.name))'),
    gateway: raw('lower(gateway.name)'),
    type: raw('lower(??)', 'deviceType.display_name'),
    lastMessageAt: raw(`coalesce(state.last_message_at, '-infinity')`),
    maintenanceState: 'devices.maintenance_state',
    modifiedAt: 'devices.modified_at',
  },
  row: (device) => ({
    id: device.id,
    version: device.version,
    name: device.name,
    hardwareId: device.hardwareId,
    comment: device.comment,
    site: { id: device.siteId, name: device.site.fullName ?? device.site.name, timeZone: device.site.timeZone },
    gateway: named(device.gateway),
    type: translated(device.deviceType),
    status: device.state.status,
    doorState: device.state.doorState,
    lastMessageAt: device.state.lastMessageAt?.toISOString() ?? null,
    silent: !device.state.reachable || device.state.lastMessageAt === null,
    supplyVoltage: device.state.supplyVoltage,
    sensorDirty: device.state.sensorDirty,
    monitoring: device.monitoring,
    maintenanceState: device.maintenanceState,
    pathNumber: device.pathNumber,
    pathName: device.pathName,
    sequenceNumber: device.sequenceNumber,
    ...attributesOf(device),
    modifiedAt: device.modifiedAt.toISOString(),
  }),
  csv,
})

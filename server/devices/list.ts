import { type QueryBuilder, raw } from 'objection'
import { type DeviceListRow, list } from '../../contract/devices/admin.ts'
import { Device, type DeviceState, type DeviceType, type Gateway, type Site } from '../../db/models/sites.ts'
import { containing } from '../kernel/sql.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { named, translated } from './names.ts'

type Found = Device & { site: Site; gateway: Gateway; deviceType: DeviceType; state: DeviceState }

const csv: readonly CsvColumn<DeviceListRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  {
    head: { en: 'Hardware ID', de: 'Hardware-ID', fr: 'Identifiant matériel', it: 'ID hardware' },
    cell: ({ hardwareId }) => hardwareId,
  },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.gateway, cell: ({ gateway }) => gateway.name },
  {
    head: { en: 'Type', de: 'Typ', fr: 'Type', it: 'Tipo' },
    cell: ({ type }, language) => type.names[language] ?? type.name,
  },
  { head: heads.state, cell: ({ status }) => status },
  {
    head: { en: 'Last message', de: 'Letzte Nachricht', fr: 'Dernier message', it: 'Ultimo messaggio' },
    cell: ({ lastMessageAt, site }) => csvTime(lastMessageAt, site.timeZone),
  },
  { head: heads.timeZone, cell: ({ site }) => site.timeZone },
  { head: { en: 'Silent', de: 'Stumm', fr: 'Muet', it: 'Muto' }, cell: ({ silent }) => silent },
  {
    head: { en: 'Supply voltage (V)', de: 'Spannung (V)', fr: 'Tension (V)', it: 'Tensione (V)' },
    cell: ({ supplyVoltage }) => supplyVoltage,
  },
  {
    head: { en: 'Sensor dirty', de: 'Sensor verschmutzt', fr: 'Capteur encrassé', it: 'Sensore sporco' },
    cell: ({ sensorDirty }) => sensorDirty,
  },
  {
    head: { en: 'Monitored', de: 'Überwacht', fr: 'Surveillé', it: 'Monitorato' },
    cell: ({ monitoring }) => monitoring,
  },
  {
    head: { en: 'In service', de: 'Betriebszustand', fr: 'État de service', it: 'Stato di servizio' },
    cell: ({ maintenanceState }) => maintenanceState,
  },
  { head: { en: 'Path', de: 'Weg', fr: 'Chemin', it: 'Percorso' }, cell: ({ pathNumber }) => pathNumber },
  {
    head: { en: 'Sequence', de: 'Reihenfolge', fr: 'Ordre', it: 'Ordine' },
    cell: ({ sequenceNumber }) => sequenceNumber,
  },
  { head: { en: 'Comment', de: 'Kommentar', fr: 'Commentaire', it: 'Commento' }, cell: ({ comment }) => comment },
]

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
    return found as unknown as QueryBuilder<Found>
  },
  id: 'devices.id',
  search: (query, text) => {
    const like = containing(text)
    query.whereRaw(
      `(${words} ilike ? or devices.site_id in (select id from sites where name || ' ' || coalesce(full_name, '') ilike ?)
        or devices.gateway_id in (select id from gateways where name ilike ?))`,
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
    modifiedAt: device.modifiedAt.toISOString(),
  }),
  csv,
})

import { type QueryBuilder, raw } from 'objection'
import { type DeviceTypeRow, list } from '../../contract/device-types.ts'
import { type Device, DeviceType } from '../../db/models/sites.ts'
import { displayNames } from '../../telemetry/views/names.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { byDisplayName, searchDisplayName } from '../lists/display-names.ts'
import { heads } from '../lists/heads.ts'
import { mapOf, plainValues } from './values.ts'

type Found = DeviceType & { deviceCount: number; lorawanCount: number }

const devices = () => DeviceType.relatedQuery<Device>('devices').modify('inUse').count()
/** Devices that network servers can name. */
const lorawan = () => devices().whereRaw('dev_eui(hardware_id) is not null')

const csv: readonly CsvColumn<DeviceTypeRow>[] = [
  { head: heads.name, cell: ({ displayName, names }, language) => names[language] ?? displayName },
  {
    head: { en: 'Internal name', de: 'Interner Name', fr: 'Nom interne', it: 'Nome interno' },
    cell: ({ type }) => type,
  },
  { head: heads.description, cell: ({ description }) => description },
  {
    head: { en: 'Can be reserved', de: 'Reservierbar', fr: 'Réservable', it: 'Prenotabile' },
    cell: ({ isReservable }) => isReservable,
  },
  {
    head: { en: 'Commands', de: 'Befehle', fr: 'Commandes', it: 'Comandi' },
    cell: ({ controls }) => controls.join(', '),
  },
  { head: { en: 'Devices', de: 'Geräte', fr: 'Appareils', it: 'Dispositivi' }, cell: (type) => type.devices },
  {
    head: { en: 'With DevEUI', de: 'Mit DevEUI', fr: 'Avec DevEUI', it: 'Con DevEUI' },
    cell: (type) => type.lorawan,
  },
  {
    head: { en: 'Field map', de: 'Feldzuordnung', fr: 'Correspondance', it: 'Mappa dei campi' },
    cell: ({ models }) => models?.join(', ') ?? null,
  },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All device types. The search looks in names and description. */
export default answerList(list, {
  query: ({ trx, input: { filters } }) => {
    const found = DeviceType.query(trx)
      .select('device_types.*', devices().as('device_count'))
      .select(lorawan().as('lorawan_count'))
    if (filters.isReservable !== undefined) found.where('is_reservable', filters.isReservable)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'device_types.id',
  search: searchDisplayName(['plural_name', 'device_types.type', 'description']),
  sorts: {
    displayName: byDisplayName,
    type: 'device_types.type',
    devices: raw('?', devices()),
    lorawan: raw('?', lorawan()),
    modifiedAt: 'device_types.modified_at',
  },
  row: (type) => {
    const { onPowerLoss: _, pluralName: __, ...values } = plainValues(type)
    return {
      ...values,
      id: type.id,
      version: type.version,
      names: displayNames(type.translations),
      devices: type.deviceCount,
      lorawan: type.lorawanCount,
      models: mapOf(type)?.models.map(({ name }) => name) ?? null,
      modifiedAt: type.modifiedAt.toISOString(),
    }
  },
  csv,
})

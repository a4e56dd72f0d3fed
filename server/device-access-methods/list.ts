import { type QueryBuilder, raw } from 'objection'
import { type AccessMethodRow, list } from '../../contract/device-access-methods.ts'
import { Device, DeviceAccessMethod } from '../../db/models/sites.ts'
import { displayNames } from '../../telemetry/views/names.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { byDisplayName, searchDisplayName } from '../lists/display-names.ts'
import { heads } from '../lists/heads.ts'
import { waysOf } from './texts.ts'

type Found = DeviceAccessMethod & { deviceCount: number }

/** Devices in use that have a method. */
const deviceCount = () =>
  Device.query()
    .modify('inUse')
    .whereRaw('id in (select device_id from device_method_links where access_method_id = device_access_methods.id)')
    .count()

const csv: readonly CsvColumn<AccessMethodRow>[] = [
  { head: heads.name, cell: ({ displayName, names }, language) => names[language] ?? displayName },
  { head: heads.internalName, cell: ({ name }) => name },
  { head: heads.description, cell: ({ description }) => description },
  { head: heads.ways, cell: ({ attributes }) => attributes.join(', ') },
  { head: heads.noControlWhenAlreadyThere, cell: ({ disableControlWhenInState }) => disableControlWhenInState },
  { head: heads.devices, cell: ({ devices }) => devices },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All access methods. The search looks in names and description. */
export default answerList(list, {
  query: ({ trx, input: { filters } }) => {
    const found = DeviceAccessMethod.query(trx).select('device_access_methods.*', deviceCount().as('device_count'))
    if (filters.attribute !== undefined) found.whereRaw('? = any (attributes)', [filters.attribute])
    return found as unknown as QueryBuilder<Found>
  },
  id: 'device_access_methods.id',
  search: searchDisplayName(['name', 'description']),
  sorts: {
    displayName: byDisplayName,
    name: raw('lower(name)'),
    devices: raw('?', deviceCount()),
    modifiedAt: 'device_access_methods.modified_at',
  },
  row: (method) => ({
    id: method.id,
    version: method.version,
    name: method.name,
    displayName: method.displayName,
    names: displayNames(method.translations),
    description: method.description,
    icon: method.icon,
    attributes: waysOf(method),
    disableControlWhenInState: method.disableControlWhenInState,
    devices: method.deviceCount,
    modifiedAt: method.modifiedAt.toISOString(),
  }),
  csv,
})

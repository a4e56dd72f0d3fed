import { fieldMap } from '../../contract/device-types/field-map.ts'
import { list } from '../../contract/device-types.ts'
import { type Device, DeviceType } from '../../db/models/sites.ts'
import { displayNames } from '../../telemetry/views/names.ts'
import { answer } from '../kernel/bus/handle.ts'

type WithCounts = DeviceType & { deviceCount: number; lorawanCount: number }

/** Returns all device types, with their number of devices and their field maps. */
export default answer(list, async ({ trx }) => {
  const devices = () => DeviceType.relatedQuery<Device>('devices').modify('inUse').count()
  const found = await DeviceType.query(trx)
    .select('device_types.*', devices().as('device_count'))
    .select(devices().whereRaw('dev_eui(hardware_id) is not null').as('lorawan_count'))
    .orderBy(['display_name', 'id'])
    .castTo<WithCounts[]>()
  return found.map(({ id, type, displayName, translations, fieldMap: kept, fieldMapVersion, ...counts }) => ({
    id,
    type,
    name: displayName,
    names: displayNames(translations),
    devices: counts.deviceCount,
    lorawan: counts.lorawanCount,
    fieldMap: fieldMap.safeParse(kept).data ?? null,
    version: fieldMapVersion,
  }))
})

import type { BookedDevice } from '../../contract/reservations/view.ts'
import { displayNames, type Translations } from '../../telemetry/views/names.ts'

/**
 * A device as bookers see it, as one jsonb in SQL, for aliases d (devices) and dt (device_types); `bookedDeviceOf`
 * converts it to the view.
 */
export const deviceFields = `jsonb_build_object('id', d.id, 'name', d.name, 'typeId', dt.id, 'typeName', dt.display_name,
  'translations', dt.translations, 'icon', dt.icon, 'pathNumber', d.path_number, 'pathName', d.path_name, 'pathIcon', d.path_icon,
  'sequenceNumber', d.sequence_number, 'access', array(select distinct unnest(m.attributes) as attribute from device_method_links l
     join device_access_methods m on m.id = l.access_method_id where l.device_id = d.id order by attribute))`

export interface DeviceFields extends Omit<BookedDevice, 'type'> {
  typeId: number
  typeName: string
  translations: Translations
  icon: string | null
}

export function bookedDeviceOf(row: DeviceFields): BookedDevice {
  const { id, name, pathNumber, pathName, pathIcon, sequenceNumber, access } = row
  const type = { id: row.typeId, name: row.typeName, names: displayNames(row.translations), icon: row.icon }
  return { id, name, type, pathNumber, pathName, pathIcon, sequenceNumber, access }
}

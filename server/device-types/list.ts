import { list } from '../../contract/device-types.ts'
import { fieldMap } from '../../contract/field-map.ts'
import { many } from '../../db/sql.ts'
import { displayNames, type Translations } from '../../telemetry/views/names.ts'
import { answer } from '../bus/handle.ts'

interface Row {
  id: number
  type: string
  name: string
  translations: Translations
  devices: number
  lorawan: number
  fieldMap: unknown
  version: number
}

/** All device types, with how many devices they have and their field maps. */
export default answer(list, async ({ trx }) => {
  const found = await many<Row>(
    trx,
    `select t.id, t.type, t.display_name as name, t.translations, count(d.id)::int as devices,
       count(d.id) filter (where dev_eui(d.hardware_id) is not null)::int as lorawan,
       t.field_map as "fieldMap", t.field_map_version as version
     from device_types t left join devices d on d.device_type_id = t.id and d.retired_at is null
     group by t.id order by t.display_name, t.id`,
  )
  return found.map(({ translations, fieldMap: kept, ...type }) => ({
    ...type,
    names: displayNames(translations),
    fieldMap: fieldMap.safeParse(kept).data ?? null,
  }))
})

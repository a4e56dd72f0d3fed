import { read } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { mapOf, ownTexts, plainValues } from './values.ts'

/** One device type with its field map. */
export default answer(read, async ({ input, trx, refuse }) => {
  const type = await DeviceType.query(trx).findById(input.deviceTypeId)
  if (!type) return refuse('not-found')
  return {
    id: type.id,
    version: type.version,
    ...plainValues(type),
    fieldMap: mapOf(type),
    translations: translationsOf(type.translations, ownTexts(type)),
  }
})

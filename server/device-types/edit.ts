import { edit } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations, translationsOf } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { mapOf, ownTexts, plainValues } from './values.ts'

/** The constraint that keeps internal names unique. */
export const typeTaken = { device_types_type_key: { code: 'name-taken', field: 'type' } } as const

/**
 * Saves all fields of a device type (rule D-9). The registries of all gateways with such devices change with the row, so
 * the next uplink uses the new field map.
 */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { deviceTypeId, version, translations, fieldMap, ...fields } = input
  const kept = await lockVersion(trx, refuse, {
    row: DeviceType.query(trx).findById(deviceTypeId),
    seen: version,
    current: valuesOf,
  })
  const row = {
    ...fields,
    ...(fieldMap ? { fieldMap, fieldMapVersion: kept.fieldMapVersion + 1 } : {}),
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  }
  const saved = await translateConstraints(trx, refuse, typeTaken, () => kept.$query(trx).patchAndFetch(row))
  return { deviceTypeId, version: saved.version }
})

/** What the type holds now, in the shape of the command's input. */
function valuesOf(type: DeviceType) {
  const { texts } = translationsOf(type.translations, ownTexts(type))
  return { ...plainValues(type), fieldMap: mapOf(type), translations: { texts, confirmed: [] } }
}

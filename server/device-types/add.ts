import { add } from '../../contract/device-types.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { typeTaken } from './edit.ts'
import { ownTexts } from './values.ts'

/** Adds a device type, of which devices can then be. */
export default handle(
  add,
  async ({ input: { translations, fieldMap = { models: [] }, ...fields }, actor, trx, refuse }) => {
    const row = {
      ...fields,
      fieldMap,
      translations: mergeTranslations(null, translations, ownTexts(fields)),
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    }
    const { id } = await translateConstraints(trx, refuse, typeTaken, () => DeviceType.query(trx).insert(row))
    return { deviceTypeId: id }
  },
)

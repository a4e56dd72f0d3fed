import { add } from '../../contract/device-access-methods.ts'
import { DeviceAccessMethod } from '../../db/models/sites.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { nameTaken } from './edit.ts'
import { ownTexts } from './texts.ts'

/** Adds an access method, which devices can then be given. */
export default handle(add, async ({ input: { translations, ...fields }, actor, trx, refuse }) => {
  const row = {
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  }
  const { id } = await translateConstraints(trx, refuse, nameTaken, () => DeviceAccessMethod.query(trx).insert(row))
  return { accessMethodId: id }
})

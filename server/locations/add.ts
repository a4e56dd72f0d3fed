import { add } from '../../contract/locations.ts'
import { Location } from '../../db/models/sites.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { ownTexts } from './values.ts'

/** Adds a location, at which sites and devices can then be. */
export default handle(add, async ({ input: { translations, ...fields }, actor, trx }) => {
  const { id: locationId } = await Location.query(trx).insert({
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  return { locationId }
})

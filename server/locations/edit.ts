import { edit } from '../../contract/locations.ts'
import { Location } from '../../db/models/sites.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { ownTexts, valuesOf } from './values.ts'

/** Saves all fields of a location. Every screen that shows it follows with the commit. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { locationId, version, translations, ...fields } = input
  const kept = await lockVersion(trx, refuse, {
    row: Location.query(trx).findById(locationId),
    seen: version,
    current: valuesOf,
  })
  const saved = await kept.$query(trx).patchAndFetch({
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  })
  return { locationId, version: saved.version }
})

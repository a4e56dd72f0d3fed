import { add } from '../../contract/sites/admin.ts'
import { Site } from '../../db/models/sites.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSave } from './checks.ts'
import { lockZones, saveZones, zoneChange } from './links.ts'
import { ownTexts } from './values.ts'

/** Adds a site to zones of the caller (rule S-1). */
export default handle(add, async ({ input, actor, trx, now, refuse }) => {
  const { zoneIds, translations, ...fields } = input
  await lockZones(trx, zoneIds)
  const zones = zoneChange([], zoneIds)
  await checkSave(trx, refuse, null, { actor, now, zones, zoneIds, locationId: fields.locationId })
  const { id: siteId } = await Site.query(trx).insert({
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  await saveZones(trx, siteId, zones, actor.userId)
  return { siteId }
})

import { edit } from '../../contract/sites/admin.ts'
import { Site } from '../../db/models/sites.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSave } from './checks.ts'
import { lockZones, saveZones, zoneChange } from './links.ts'
import { ownTexts, valuesOf, zonesOf } from './values.ts'

/** Saves all fields of a site (rule S-2). Every screen that shows it follows with the commit. */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { siteId, version, zoneIds, translations, ...fields } = input
  await lockZones(trx, [...zoneIds, ...(await zonesOf(trx, siteId)).map(({ id }) => id)])
  const kept = await lockVersion(trx, refuse, {
    row: Site.query(trx).findById(siteId).modify('visibleTo', actor),
    seen: version,
    current: (site) => valuesOf(trx, site),
  })
  const before = await zonesOf(trx, siteId)
  const zones = zoneChange(
    before.map(({ id }) => id),
    zoneIds,
  )
  await checkSave(trx, refuse, kept, { actor, now, zones, zoneIds, locationId: fields.locationId })
  const saved = await kept.$query(trx).patchAndFetch({
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  })
  await saveZones(trx, siteId, zones, actor.userId)
  return { siteId, version: saved.version }
})

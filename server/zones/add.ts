import { add } from '../../contract/zones.ts'
import { Zone } from '../../db/models/people.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSave } from './checks.ts'
import { saveManagers, saveSites } from './links.ts'
import { linkChange, managersOf } from './rules.ts'
import { ownTexts } from './texts.ts'

/** Adds a zone to a company (rule Z-1). Reservation managers add zones to their own companies and become their managers. */
export default handle(add, async ({ input, actor, trx, now, refuse }) => {
  const { siteIds, managerIds, translations, ...fields } = input
  const sites = linkChange([], siteIds)
  const managers = linkChange([], managersOf(managerIds, actor))
  await checkSave(trx, refuse, null, { actor, now, tenantId: fields.tenantId, sites, managers })
  const { id: zoneId } = await Zone.query(trx).insert({
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  await saveSites(trx, zoneId, sites)
  await saveManagers(trx, zoneId, managers)
  return { zoneId }
})

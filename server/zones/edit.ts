import type { Knex } from 'knex'
import type * as z from 'zod'
import { edit } from '../../contract/zones.ts'
import { Zone } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { mergeTranslations, translationsOf } from '../admin/translations.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkWorld } from '../effects/effects.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSave } from './checks.ts'
import { managersOfZone, saveManagers, saveSites, sitesOf } from './links.ts'
import { considerPrivate } from './private-effects.ts'
import { linkChange, managersOf } from './rules.ts'
import { ownTexts } from './texts.ts'

/** Saves all fields of a zone (rule Z-2). What depends on them, such as a manager's rights, changes with the commit. */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { zoneId, version, world, siteIds, managerIds, translations, ...fields } = input
  if (world !== undefined) await lockSitesOf(trx, 'select :id::int', zoneId)
  const kept = await lockVersion(trx, refuse, {
    row: Zone.query(trx).findById(zoneId).modify('visibleTo', actor),
    seen: version,
    current: (zone) => valuesOf(trx, zone),
  })
  const before = await valuesOf(trx, kept)
  const sites = linkChange(before.siteIds, siteIds)
  const managers = linkChange(before.managerIds, managersOf(managerIds, actor))
  await checkSave(trx, refuse, kept, { actor, now, tenantId: fields.tenantId, sites, managers })
  await checkWorld(refuse, world, () => considerPrivate(trx, zoneId, now))
  const saved = await kept.$query(trx).patchAndFetch({
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  })
  await saveSites(trx, zoneId, sites)
  await saveManagers(trx, zoneId, managers)
  return { zoneId, version: saved.version }
})

type Values = Omit<z.input<typeof edit.input>, 'zoneId' | 'version'> & { siteIds: number[]; managerIds: number[] }

/** What the zone holds now, in the shape of the command's input. */
export async function valuesOf(trx: Knex, zone: Zone): Promise<Values> {
  const { tenantId, name, emailSenderName, monitoring, readableWithoutLogin } = zone
  const { texts } = translationsOf(zone.translations, ownTexts(zone))
  return {
    tenantId,
    name,
    ...ownTexts(zone),
    emailSenderName,
    monitoring,
    readableWithoutLogin,
    private: zone.private,
    translations: { texts, confirmed: [] },
    siteIds: (await sitesOf(trx, zone.id)).map(({ id }) => id),
    managerIds: (await managersOfZone(trx, zone)).map(({ id }) => id),
  }
}

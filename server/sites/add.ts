import type { Knex } from 'knex'
import type * as z from 'zod'
import { add } from '../../contract/sites/admin.ts'
import { Site } from '../../db/models/sites.ts'
import { mergeTranslations } from '../admin/translations.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { checkSave } from './checks.ts'
import { lockZones, saveZones, zoneChange } from './links.ts'
import { ownTexts } from './values.ts'

/** Adds a site to zones of the caller (rule S-1). */
export default handle(add, async ({ input, actor, trx, now, refuse }) => ({
  siteId: await addSite(trx, refuse, { input, actor, now }),
}))

interface NewSite {
  readonly input: z.output<typeof add.input>
  readonly actor: UserActor
  readonly now: Date
}

/** Adds a site and returns its id; refuses invalid zones and locations on their fields. */
export async function addSite(
  trx: Knex.Transaction,
  refuse: Refuse<'bad-input'>,
  { input, actor, now }: NewSite,
): Promise<number> {
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
  return siteId
}

import { read } from '../../contract/zones.ts'
import { Zone } from '../../db/models/people.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { managersOfZone, sitesOf } from './links.ts'
import { ownTexts } from './texts.ts'

/** One zone of the caller's with its sites and managers. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const zone = await Zone.query(trx).findById(input.zoneId).modify('visibleTo', actor).withGraphFetched('tenant(named)')
  if (!zone?.tenant) return refuse('not-found')
  const { id, version, tenant, name, emailSenderName, monitoring, readableWithoutLogin } = zone
  return {
    id,
    version,
    tenant,
    name,
    ...ownTexts(zone),
    emailSenderName,
    monitoring,
    readableWithoutLogin,
    private: zone.private,
    translations: translationsOf(zone.translations, ownTexts(zone)),
    sites: (await sitesOf(trx, id)).map((site) => ({ id: site.id, name: site.fullName ?? site.name })),
    managers: (await managersOfZone(trx, zone)).map((user) => ({ id: user.id, name: user.shownName })),
  }
})

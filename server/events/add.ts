import { add } from '../../contract/events.ts'
import { Zone } from '../../db/models/people.ts'
import { Event } from '../../db/models/reservations.ts'
import { enrolUniversity } from '../access/enrol-university.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishAccessTime } from './changes.ts'
import { checkSave, saveTypes } from './checks.ts'
import { columnsOf, ownTexts } from './values.ts'

/** Adds an access time to a zone that the caller manages (rule EV-1). */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  const { translations, deviceTypeIds, ...fields } = input
  const zone = await Zone.query(trx).findById(fields.zoneId).modify('visibleTo', actor).forShare()
  if (!zone) return refuse('bad-input', undefined, [{ path: 'zoneId', issue: 'field-not-found' }])
  await checkSave(trx, refuse, { ...fields, deviceTypeIds, tenantId: zone.tenantId })
  const { id: eventId, version } = await Event.query(trx)
    .insert({
      ...columnsOf(fields),
      translations: mergeTranslations(null, translations, ownTexts(fields)),
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    .returning(['id', 'version'])
  await saveTypes(trx, eventId, deviceTypeIds)
  await enrolUniversity(trx, { eventId })
  await publishAccessTime(trx, { id: eventId, version, name: fields.name, zoneId: fields.zoneId })
  return { eventId, version }
})

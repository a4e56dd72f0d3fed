import { edit } from '../../contract/events.ts'
import { Zone } from '../../db/models/people.ts'
import { Event } from '../../db/models/reservations.ts'
import { displayTexts } from '../../telemetry/views/names.ts'
import { enrolUniversity } from '../access/enrol-university.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkWorld } from '../effects/effects.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishAccessTime, sendViewsAgain } from './changes.ts'
import { checkSave, saveTypes } from './checks.ts'
import { considerEdit } from './edit-effects.ts'
import { columnsOf, ownTexts, valuesOf } from './values.ts'

/** Changes an access time for what is booked from now on; its zone stays (rule EV-3). */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { eventId, version, world, translations, deviceTypeIds, ...fields } = input
  if (world !== undefined) await lockSitesOf(trx, 'select zone_id from events where id = :id', eventId)
  const kept = await lockVersion(trx, refuse, {
    row: Event.query(trx).findById(eventId).modify('visibleTo', actor).modify('kept'),
    seen: version,
    current: (event) => valuesOf(trx, event),
  })
  const zone = await Zone.query(trx).findById(kept.zoneId).forShare()
  if (!zone) return refuse('not-found')
  await checkSave(trx, refuse, { ...fields, deviceTypeIds, tenantId: zone.tenantId })
  await checkWorld(refuse, world, () => considerEdit(trx, eventId, now))
  const before = namesOf(kept)
  const saved = await kept.$query(trx).patchAndFetch({
    ...columnsOf(fields),
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  })
  await saveTypes(trx, eventId, deviceTypeIds)
  await enrolUniversity(trx, { eventId })
  await publishAccessTime(trx, saved)
  if (namesOf(saved) !== before) await sendViewsAgain(trx)
  return { eventId, version: saved.version }
})

/** Returns the name in every language, to be compared. */
const namesOf = ({ name, translations }: Event): string => JSON.stringify([name, displayTexts(translations, 'name')])

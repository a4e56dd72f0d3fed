import { read } from '../../contract/events.ts'
import { Event } from '../../db/models/reservations.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { ownTexts, plainValues } from './values.ts'

/** One access time of a zone that the caller manages. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const event = await Event.query(trx)
    .findById(input.eventId)
    .modify('visibleTo', actor)
    .modify('kept')
    .withGraphFetched('zone(named)')
  if (!event?.zone) return refuse('not-found')
  return {
    ...(await plainValues(trx, event)),
    id: event.id,
    version: event.version,
    zone: event.zone,
    translations: translationsOf(event.translations, ownTexts(event)),
  }
})

import { add, edit, newEvent, read } from '../../../contract/events.ts'
import { Event } from '../../../db/models/reservations.ts'
import { type Importable, idsOf, number, reference, references, text, type Values, yesNo } from '../entity.ts'

/** Access times, found by name within their zone. */
export const events: Importable = {
  entity: 'events',
  add,
  edit,
  read,
  idField: 'eventId',
  defaults: newEvent,
  columns: [
    text('name'),
    reference('zoneId', 'zone'),
    text('description'),
    text('mode'),
    text('startsOn'),
    text('endsOn'),
    yesNo('fullDay'),
    text('dailyFrom'),
    text('dailyUntil'),
    yesNo('singleDay'),
    number('slotMinutes'),
    number('minDurationMinutes'),
    number('maxDurationMinutes'),
    number('prebookMinMinutes'),
    number('prebookMaxMinutes'),
    text('emailWhitelist'),
    yesNo('enrolUniversityStaff'),
    yesNo('enrolUniversityStudents'),
    references('deviceTypeIds', 'deviceType'),
    reference('tariffId', 'tariff'),
    number('refundUntilMinutes'),
    number('lastRebookingMinutes'),
    number('graceMinutes'),
    number('entryLimit'),
    number('exitLimit'),
    yesNo('licencePlateMandatory'),
    yesNo('smsEnabled'),
    yesNo('gpsEnabled'),
    yesNo('lprEnabled'),
    yesNo('guestTicketAllowed'),
  ],
  key: ['zoneId', 'name'],
  required: ['startsOn'],
  fixed: ['zoneId'],
  async find({ trx, actor }, { zoneId, name }) {
    const found = Event.query(trx).modify('kept').modify('visibleTo', actor).select('events.id')
    return idsOf(
      await found.where('events.zone_id', zoneId as number).whereRaw('lower(events.name) = lower(?)', [name as string]),
    )
  },
  async ids({ trx, actor }) {
    const found = Event.query(trx).modify('kept').modify('visibleTo', actor)
    return idsOf(await found.select('events.id').orderBy('events.id'))
  },
  values: (reply) => ({ ...reply, zoneId: (reply['zone'] as { id: number }).id }) as Values,
}

import type { Knex } from 'knex'
import type * as z from 'zod'
import type { edit } from '../../contract/events.ts'
import type { Event } from '../../db/models/reservations.ts'
import { fullMinute } from '../../machines/booking/calendar.ts'
import { translationsOf } from '../admin/translations.ts'

/** The translated texts of an access time. */
export const ownTexts = ({ name, description }: Pick<Event, 'name' | 'description'>) => ({ name, description })

/** A stored time of day as 'HH:MM'. */
export const shownTime = (time: string | null): string | null => (time === null ? null : fullMinute(time))

type Input = z.output<typeof edit.input>
type Values = Omit<Input, 'eventId' | 'version' | 'translations'>

/** Returns the fields of an access time, without its translations. */
export async function plainValues(trx: Knex, event: Event): Promise<Values> {
  const types: { device_type_id: number }[] = await trx('event_device_types')
    .where({ event_id: event.id })
    .orderBy('device_type_id')
    .select('device_type_id')
  return {
    ...ownTexts(event),
    mode: event.mode,
    startsOn: event.startsOn,
    endsOn: event.endsOn,
    fullDay: event.fullDay,
    dailyFrom: shownTime(event.dailyFrom),
    dailyUntil: shownTime(event.dailyUntil),
    singleDay: event.singleDay,
    slotMinutes: event.slotMinutes,
    minDurationMinutes: event.minDurationMinutes,
    maxDurationMinutes: event.maxDurationMinutes,
    prebookMinMinutes: event.prebookMinMinutes,
    prebookMaxMinutes: event.prebookMaxMinutes,
    refundUntilMinutes: event.refundUntilMinutes,
    lastRebookingMinutes: event.lastRebookingMinutes,
    graceMinutes: event.graceMinutes,
    entryLimit: event.entryLimit,
    exitLimit: event.exitLimit,
    emailWhitelist: event.emailWhitelist,
    licencePlateMandatory: event.licencePlateMandatory,
    smsEnabled: event.smsEnabled,
    gpsEnabled: event.gpsEnabled,
    lprEnabled: event.lprEnabled,
    guestTicketAllowed: event.guestTicketAllowed,
    enrolUniversityStaff: event.enrolUniversityStaff,
    enrolUniversityStudents: event.enrolUniversityStudents,
    tariffId: event.tariffId,
    deviceTypeIds: types.map(({ device_type_id }) => device_type_id),
  }
}

/** What the access time holds now, in the shape of the command's input. */
export async function valuesOf(trx: Knex, event: Event) {
  const { texts } = translationsOf(event.translations, ownTexts(event))
  return { ...(await plainValues(trx, event)), translations: { texts, confirmed: [] } }
}

/** Returns the columns of the values: the full day has no window. */
export function columnsOf<V extends Pick<Input, 'fullDay' | 'dailyFrom' | 'dailyUntil'>>(values: V): V {
  return values.fullDay ? { ...values, dailyFrom: null, dailyUntil: null } : values
}

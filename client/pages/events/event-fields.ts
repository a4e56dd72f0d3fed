import type * as z from 'zod'
import { add, edit, eventTexts, newEvent, type options, type read } from '../../../contract/events.ts'
import { localDate } from '../../../machines/booking/calendar.ts'
import { dateText } from '../../dates/date-text.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { largestUnit } from '../../i18n/duration.ts'
import { formatList } from '../../i18n/format.ts'
import { formatLength } from '../../i18n/measures.ts'
import { nameIn } from '../../i18n/named.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { serverNow } from '../../ui/clock.ts'

const shared = {
  name: 'common.name',
  description: 'common.description',
  startsOn: 'events.startsOn',
  endsOn: 'events.endsOn',
  fullDay: 'events.fullDay',
  dailyFrom: 'events.dailyFrom',
  dailyUntil: 'events.dailyUntil',
  singleDay: 'events.singleDay',
  mode: 'common.access',
  emailWhitelist: 'events.emailWhitelist',
  enrolUniversityStaff: 'events.enrolUniversityStaff',
  enrolUniversityStudents: 'events.enrolUniversityStudents',
  deviceTypeIds: 'events.deviceTypeIds',
  minDurationMinutes: 'events.minDuration',
  maxDurationMinutes: 'events.maxDuration',
  slotMinutes: 'events.slot',
  prebookMinMinutes: 'events.prebookMin',
  prebookMaxMinutes: 'events.prebookMax',
  tariffId: 'common.tariff',
  refundUntilMinutes: 'events.refundUntil',
  licencePlateMandatory: 'events.licencePlateMandatory',
  lprEnabled: 'events.lpr',
  gpsEnabled: 'events.gps',
  smsEnabled: 'events.sms',
  guestTicketAllowed: 'events.guestTicket',
  entryLimit: 'events.entryLimit',
  exitLimit: 'events.exitLimit',
  graceMinutes: 'events.grace',
  lastRebookingMinutes: 'events.lastRebooking',
} as const

/** The inputs of an access time, by the path in the command. */
export const eventFields = formFields(edit, shared, ['eventId', 'version', 'translations'])
export const newEventFields = formFields(add, { zoneId: 'common.zone', ...shared }, ['translations'])

export type EventView = z.output<typeof read.reply>
export type EventOptions = z.output<typeof options.reply>
type Input = z.input<typeof edit.input>
/** What the form of an access time holds. */
export type EventValues = Omit<Input, 'eventId' | 'version'>
export type NewEventValues = EventValues & { zoneId: number | null }

export const translatedTexts = [
  { name: 'name', maxLength: eventTexts.name },
  { name: 'description', maxLength: eventTexts.description, multiline: true },
]

/** Returns the values of an access time that begins today and lets everything pass. */
export const newValues = (): NewEventValues => ({
  ...newEvent,
  deviceTypeIds: [],
  translations: { texts: {}, confirmed: [] },
  name: '',
  zoneId: null,
  startsOn: localDate(new Date(serverNow()), readerZone()),
})

/** Returns the values of an access time that is edited. */
export function eventValues({
  id: _id,
  version: _version,
  zone: _zone,
  translations,
  ...values
}: EventView): EventValues {
  return { ...values, translations: { texts: translations.texts, confirmed: [] } }
}

/** Returns the values as the commands take them: the full day has no window. */
export function toInput<V extends EventValues>(values: V): V {
  return values.fullDay ? { ...values, dailyFrom: null, dailyUntil: null } : values
}

const lengths: ReadonlySet<string> = new Set<keyof EventValues>([
  'minDurationMinutes',
  'maxDurationMinutes',
  'slotMinutes',
  'prebookMinMinutes',
  'prebookMaxMinutes',
  'refundUntilMinutes',
  'graceMinutes',
  'lastRebookingMinutes',
])
const counts: ReadonlySet<string> = new Set<keyof EventValues>(['entryLimit', 'exitLimit'])

/** Returns what two editors wrote in words: lengths, days, and the names of tariffs and device types. */
export function eventInWords(offered: EventOptions | null): InWords {
  return (path, value) => {
    if (path === 'startsOn' || path === 'endsOn') return typeof value === 'string' ? dateText(value) : undefined
    if (lengths.has(path) && typeof value === 'number')
      return value === -1 ? '–' : formatLength(value, largestUnit(value))
    if (counts.has(path)) return value === -1 ? '∞' : undefined
    if (path === 'tariffId') return offered?.tariffs.find(({ id }) => id === value)?.name
    if (path !== 'deviceTypeIds' || !offered) return undefined
    const chosen = offered.deviceTypes.filter(({ id }) => (value as number[]).includes(id))
    return formatList(chosen.map(nameIn)) || '–'
  }
}

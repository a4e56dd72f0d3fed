import type { Matrix } from './rights-inputs.ts'
import { operators } from './rights-rows.ts'

/** What decides when an access time can be booked: always, by everybody, for nothing. */
export const alwaysBookable = {
  mode: 'public',
  startsOn: '2026-01-01',
  endsOn: null,
  fullDay: true,
  dailyFrom: null,
  dailyUntil: null,
  singleDay: false,
  slotMinutes: 15,
  minDurationMinutes: -1,
  maxDurationMinutes: -1,
  prebookMinMinutes: 0,
  prebookMaxMinutes: -1,
  emailWhitelist: null,
  enrolUniversityStaff: false,
  enrolUniversityStudents: false,
  deviceTypeIds: [] as number[],
  tariffId: null,
} as const

/** An access time that lets everything pass, as forms send it. */
export const eventFields = {
  name: 'Always',
  description: null,
  translations: { texts: {} },
  ...alwaysBookable,
  refundUntilMinutes: 1_440,
  lastRebookingMinutes: 60,
  graceMinutes: 30,
  entryLimit: 5,
  exitLimit: 5,
  licencePlateMandatory: false,
  smsEnabled: false,
  gpsEnabled: false,
  lprEnabled: false,
  guestTicketAllowed: true,
} as const

/** The verbs of access times. */
export const eventRows = {
  'events.list': [{ input: () => ({}), outcome: operators('ok') }],
  'events.booked': [{ input: () => ({ eventId: 999_999 }), outcome: operators('not-found') }],
  'events.changes': [{ input: () => ({}), outcome: operators('ok') }],
  'events.options': [{ input: () => ({ zoneId: 999_999 }), outcome: operators('not-found') }],
  'events.preview': [
    { input: () => ({ zoneId: 999_999, eventId: null, ...alwaysBookable }), outcome: operators('not-found') },
  ],
  'events.read': [{ input: () => ({ eventId: 999_999 }), outcome: operators('not-found') }],
  'events.add': [
    {
      input: (world) => ({ zoneId: world.foreign.id, ...eventFields, startsOn: '2099-01-01' }),
      outcome: { ...operators('bad-input'), foreignRm: 'ok', admin: 'ok' },
    },
  ],
  'events.edit': [{ input: () => ({ eventId: 999_999, version: 0, ...eventFields }), outcome: operators('not-found') }],
  'events.remove': [{ input: () => ({ eventId: 999_999, version: 0 }), outcome: operators('not-found') }],
} satisfies Matrix

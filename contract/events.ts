/** Access times (table `events`): when, by whom, for how long and at what price the devices of a zone can be booked (ADM-11). */
import * as z from 'zod'
import { fullMinute } from '../machines/booking/calendar.ts'
import { wrongWhitelistEntry } from '../machines/booking/permission.ts'
import { bookingCodes } from '../machines/booking/types.ts'
import { operatorFeatures } from './features.ts'
import { id, ids, maxLength, optionalDay, optionalText, text, version, whole, world } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, links, removesRows } from './many.ts'
import type { RefusalCode } from './refusals.ts'
import { translationsInput, translationsView } from './translations.ts'

const named = z.object({ id, name: z.string() })
export const eventModes = ['public', 'private'] as const

/** Texts of an access time that can be translated, with their maximum lengths. */
export const eventTexts = { name: maxLength.name, description: maxLength.description } as const

const maxMinutes = 10 * 366 * 24 * 60
const maxOpenings = 1_000
/** Maximum number of device types to which an access time is restricted. */
const maxTypes = 200

const minutes = whole.min(0).max(maxMinutes)
/** Minutes; -1 = unlimited. */
const minutesOrUnlimited = whole.min(-1).max(maxMinutes)

/** A time of day: seconds count up to the next full minute, so that 22:59:59 is stored as 23:00. */
const timeOfDay = (last: '23:59' | '24:00') =>
  z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$|^24:00(:00)?$/)
    .transform(fullMinute)
    .refine((time) => time <= last, { error: 'field-invalid' satisfies RefusalCode })
    .nullable()

/** E-mail addresses, or endings after a leading `*`, separated by commas (rule B-18); empty = nobody is left out. */
const whitelist = z
  .string()
  .max(maxLength.description)
  .nullable()
  .superRefine((value, context) => {
    const wrong = wrongWhitelistEntry(value ?? '')
    if (wrong !== null)
      context.addIssue({
        code: 'custom',
        message: 'field-email-pattern' satisfies RefusalCode,
        params: { text: wrong || ',,' },
      })
  })
  .transform(
    (value) =>
      value
        ?.split(',')
        .map((entry) => entry.trim())
        .join(', ') || null,
  )

/** Values that decide what can be booked; the preview takes them before they are saved. */
const bookingFields = {
  mode: z.enum(eventModes),
  /** First day, in the time zone of the site. */
  startsOn: z.iso.date(),
  /** Last day; empty = unlimited. */
  endsOn: optionalDay,
  fullDay: z.boolean(),
  /** Daily window; not stored for the full day. Until at or before from runs over midnight. */
  dailyFrom: timeOfDay('23:59'),
  dailyUntil: timeOfDay('24:00'),
  singleDay: z.boolean(),
  slotMinutes: whole.min(1).max(maxMinutes),
  minDurationMinutes: minutesOrUnlimited,
  maxDurationMinutes: minutesOrUnlimited.refine((value) => value !== 0, {
    error: 'field-invalid' satisfies RefusalCode,
  }),
  prebookMinMinutes: minutes,
  prebookMaxMinutes: minutesOrUnlimited,
  emailWhitelist: whitelist,
  enrolUniversityStaff: z.boolean(),
  enrolUniversityStudents: z.boolean(),
  /** Empty = every type. */
  deviceTypeIds: ids(maxTypes),
  /** Of the company of the zone; null = free of charge. */
  tariffId: id.nullable(),
}

const fields = {
  name: text(eventTexts.name),
  description: optionalText(eventTexts.description),
  translations: translationsInput(eventTexts),
  ...bookingFields,
  /** Full refund until this many minutes before the start, then half. */
  refundUntilMinutes: minutes,
  lastRebookingMinutes: minutesOrUnlimited,
  graceMinutes: minutesOrUnlimited,
  entryLimit: whole.min(-1).max(maxOpenings),
  exitLimit: whole.min(-1).max(maxOpenings),
  licencePlateMandatory: z.boolean(),
  smsEnabled: z.boolean(),
  gpsEnabled: z.boolean(),
  /** Only if the company bought licence-plate recognition. */
  lprEnabled: z.boolean(),
  guestTicketAllowed: z.boolean(),
}

/** What a new access time has unless somebody says otherwise. */
export const newEvent = {
  description: null,
  translations: { texts: {} },
  mode: 'public' as const,
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
  refundUntilMinutes: 1_440,
  lastRebookingMinutes: 60,
  graceMinutes: 30,
  entryLimit: 5,
  exitLimit: 5,
  emailWhitelist: null,
  licencePlateMandatory: false,
  smsEnabled: false,
  gpsEnabled: false,
  lprEnabled: false,
  guestTicketAllowed: true,
  enrolUniversityStaff: false,
  enrolUniversityStudents: false,
  deviceTypeIds: [],
  tariffId: null,
}

type Values = z.output<z.ZodObject<typeof bookingFields>>

/** Refuses values that do not fit each other. */
function checkTogether(values: Values, context: z.RefinementCtx): void {
  const refuse = (path: keyof Values, message: RefusalCode, params?: Record<string, number>) =>
    context.addIssue({ code: 'custom', path: [path], message, ...(params ? { params } : {}) })
  if (!values.fullDay && values.dailyFrom === null) refuse('dailyFrom', 'field-required')
  if (!values.fullDay && values.dailyUntil === null) refuse('dailyUntil', 'field-required')
  if (values.endsOn !== null && values.endsOn < values.startsOn) refuse('endsOn', 'start-after-end')
  const { minDurationMinutes: least, maxDurationMinutes: most } = values
  if (most !== -1 && most < least) refuse('maxDurationMinutes', 'field-at-least', { minimum: least })
  const { prebookMinMinutes: latest, prebookMaxMinutes: earliest } = values
  if (earliest !== -1 && earliest < latest) refuse('prebookMaxMinutes', 'field-at-least', { minimum: latest })
}

/** Access times of the zones that the caller manages, without deleted ones. GET /events. */
export const list = listOf('events.list', {
  access: operatorFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    description: z.string().nullable(),
    zone: named,
    mode: z.enum(eventModes),
    startsOn: z.string(),
    endsOn: z.string().nullable(),
    dailyFrom: z.string().nullable(),
    dailyUntil: z.string().nullable(),
    tariff: named.nullable(),
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'zone', 'startsOn', 'endsOn', 'mode', 'tariff', 'modifiedAt'],
  filters: { zoneId: id.optional(), mode: z.enum(eventModes).optional() },
})
export type EventRow = z.output<typeof list.row>

/** One access time with all its fields. */
export const read = query({
  name: 'events.read',
  access: operatorFeatures,
  input: z.strictObject({ eventId: id }),
  reply: z.object({
    ...fields,
    id,
    version,
    zone: named,
    description: z.string().nullable(),
    endsOn: z.string().nullable(),
    emailWhitelist: z.string().nullable(),
    dailyFrom: z.string().nullable(),
    dailyUntil: z.string().nullable(),
    deviceTypeIds: z.array(id),
    translations: translationsView,
  }),
})

/** POST /events/add_ajax. */
export const add = command({
  name: 'events.add',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id, ...fields }).superRefine(checkTogether),
  reply: z.object({ eventId: id, version }),
  refusals: [],
})

/** Changes an access time for what is booked from now on; its zone stays. PATCH /events/edit_ajax/:id. */
export const edit = command({
  name: 'events.edit',
  access: operatorFeatures,
  input: z.strictObject({ eventId: id, version, world, ...fields }).superRefine(checkTogether),
  reply: z.object({ eventId: id, version }),
  refusals: ['changed-meanwhile', 'world-moved'],
})

/** Deletes an access time; what is booked stays. POST /events/softDelete. */
export const remove = command({
  name: 'events.remove',
  access: operatorFeatures,
  input: z.strictObject({ eventId: id, version, world }),
  reply: z.object({ eventId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** What the fields of an access time offer in a zone. */
export const options = query({
  name: 'events.options',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id }),
  reply: z.object({
    tariffs: z.array(named),
    /** Of those that are not reservable nothing can be booked; an access time may name them from before. */
    deviceTypes: z.array(
      z.object({ id, name: z.string(), names: z.record(z.string(), z.string()), reservable: z.boolean() }),
    ),
    /** What the company has: without it the field has no effect. */
    products: z.object({ lpr: z.boolean(), gps: z.boolean(), sms: z.boolean(), payment: z.boolean() }),
  }),
})

/** Reservations that were made with an access time and are not over, the first ones by start. */
export const booked = query({
  name: 'events.booked',
  access: operatorFeatures,
  input: z.strictObject({ eventId: id }),
  reply: z.object({
    count: z.number().int(),
    first: z.array(z.object({ id, number: z.number().int(), start: z.iso.datetime(), timeZone: z.string() })),
  }),
})

/** An access time as it is pushed: lists and forms ask again when it changes. */
export const accessTimeView = z.object({ name: z.string() })

/** The access times of the zones that the caller manages, as they are added, changed and deleted. */
export const changes = watch({
  name: 'events.changes',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['accessTime'],
})

/** A stay that could be booked, with its price. */
const stay = z.object({ minutes: z.number().int(), priceCents: z.number().int() })
export const previewDay = z.object({
  /** In the time zone of the preview. */
  date: z.string(),
  /** Null = nothing can be booked; then `closedBy` is the rule. */
  bookable: z
    .object({ firstStart: z.iso.datetime(), lastStart: z.iso.datetime(), shortest: stay, longest: stay })
    .nullable(),
  closedBy: z
    .object({ code: z.enum(bookingCodes), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
})

/** What could be booked in the next two weeks with values that are not saved, by whom and for how much. */
export const preview = query({
  name: 'events.preview',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id, eventId: id.nullable(), ...bookingFields }).superRefine(checkTogether),
  reply: z.object({
    timeZone: z.string(),
    days: z.array(previewDay),
    who: z.object({
      /** False = only whom the members of `who` name. */
      everybody: z.boolean(),
      patterns: z.array(z.string()),
      codes: z.number().int(),
      enrolled: z.number().int(),
      staff: z.boolean(),
      students: z.boolean(),
    }),
  }),
})

/** Changes the same fields of several access times, after a preview. */
export const editMany = command({
  name: 'events.editMany',
  access: operatorFeatures,
  ...editsRows({
    mode: fields.mode,
    startsOn: fields.startsOn,
    endsOn: fields.endsOn,
    slotMinutes: fields.slotMinutes,
    minDurationMinutes: fields.minDurationMinutes,
    maxDurationMinutes: fields.maxDurationMinutes,
    prebookMinMinutes: fields.prebookMinMinutes,
    prebookMaxMinutes: fields.prebookMaxMinutes,
    refundUntilMinutes: fields.refundUntilMinutes,
    lastRebookingMinutes: fields.lastRebookingMinutes,
    graceMinutes: fields.graceMinutes,
    entryLimit: fields.entryLimit,
    exitLimit: fields.exitLimit,
    licencePlateMandatory: fields.licencePlateMandatory,
    smsEnabled: fields.smsEnabled,
    gpsEnabled: fields.gpsEnabled,
    lprEnabled: fields.lprEnabled,
    guestTicketAllowed: fields.guestTicketAllowed,
    tariffId: fields.tariffId,
    deviceTypeIds: links(maxTypes),
  }),
})

/** Removes several access times, after a preview. */
export const removeMany = command({
  name: 'events.removeMany',
  access: operatorFeatures,
  ...removesRows,
})

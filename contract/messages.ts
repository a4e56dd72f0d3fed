import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { languages } from './session.ts'

/** What people are told by mail and SMS, and what became of it (NOTE-1, NOTE-2). Times are ISO strings. */
export const noticeKinds = [
  'reservation-confirmed',
  'reservation-changed',
  'reservation-canceled',
  'reservation-extended',
  'reservation-rebooked',
  'maintenance-not-moved',
  'maintenance-lost-access',
  'maintenance-restored',
  'maintenance-last-try-failed',
  'overstay-begun',
  'overstay-charged',
  'overstay-next-not-moved',
  'overstay-next-freed',
  'gateway-silent',
  'malfunction-opened',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What people switch on and off for themselves; the last one is for operators. */
export const noticeGroups = ['reservations', 'maintenance', 'malfunctions'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

export const noticeChannels = ['mail', 'sms'] as const
/** suppressed = it was not wanted, or there was nobody to get it. */
export const noticeStates = ['queued', 'sent', 'failed', 'suppressed'] as const
export type NoticeState = (typeof noticeStates)[number]
/** How it left; outbox = it is only kept here, because nothing is configured that sends it. */
export const noticeWays = ['smtp', 'sms-gateway', 'outbox'] as const

const id = z.number().int()
const time = z.string()
const named = z.object({ id, name: z.string() })

export const noticeItem = z.object({
  id,
  channel: z.enum(noticeChannels),
  kind: z.enum(noticeKinds),
  /** Address or number. */
  recipient: z.string(),
  person: z.string().nullable(),
  language: z.enum(languages),
  /** Null for SMS. */
  subject: z.string().nullable(),
  site: named.extend({ timeZone: z.string() }).nullable(),
  reservation: z.object({ id, number: id }).nullable(),
  state: z.enum(noticeStates),
  via: z.enum(noticeWays).nullable(),
  attempts: id,
  createdAt: time,
  lastAttemptAt: time.nullable(),
  /** While it is queued: when it is tried next. */
  nextAttemptAt: time.nullable(),
  sentAt: time.nullable(),
  /** What the other side said, or a word of ours: switched-off, account-inactive, consent-withdrawn. */
  error: z.string().nullable(),
})
export type NoticeItem = z.infer<typeof noticeItem>

/** Messages of the sites of the operator's zones (admins: all). The search looks in address, number, name and subject, or takes a reservation's number. */
export const list = listOf('messages.list', {
  access: operatorFeatures,
  row: noticeItem,
  sorts: ['createdAt', 'recipient', 'state', 'attempts'],
  order: '-createdAt',
  filters: {
    state: z.enum(noticeStates).optional(),
    channel: z.enum(noticeChannels).optional(),
    kind: z.enum(noticeKinds).optional(),
  },
  more: {
    /** Of all the operator sees, whatever is looked for; of each state at most 10,000 are counted. */
    counts: z.object({ queued: id, sent: id, failed: id, suppressed: id }),
    /** Where mails and SMS go now. */
    ways: z.object({ mail: z.enum(['smtp', 'outbox']), sms: z.enum(['sms-gateway', 'outbox']) }),
  },
})

/** One notice as it was said. */
export const read = query({
  name: 'messages.read',
  access: operatorFeatures,
  input: z.strictObject({ noticeId: id.positive() }),
  reply: noticeItem.extend({ text: z.string(), html: z.string().nullable() }),
})

/** Queues a failed notice again, with all its tries. */
export const resend = command({
  name: 'messages.resend',
  access: operatorFeatures,
  input: z.strictObject({ noticeId: id.positive() }),
  reply: z.object({ state: z.literal('queued') }),
  refusals: ['notice-not-failed'],
})

export const noticeCountsView = z.object({ queued: id, failed: id, movedAt: time })
/** How many wait and how many failed, by zone (admins: one row with id 0). Moves whenever a notice does: lists are asked again then. */
export const counts = watch({
  name: 'messages.counts',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['noticeCounts'],
})

/** GET /announcements/currentlyActive. */
export const activeAnnouncements = query({
  name: 'messages.activeAnnouncements',
  access: 'session',
  input: z.strictObject({}),
  reply: z.array(
    z.object({ id: z.number().int(), message: z.string(), validFrom: z.string(), validUntil: z.string().nullable() }),
  ),
})

import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { languages } from './session.ts'

/** E-mails and text messages to people, and their delivery (NOTE-1, NOTE-2). Times are ISO strings. */
export const messageKinds = [
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
  'registration',
  'registration-exists',
  'password-reset',
  'email-change',
  'rm-invitation',
  'account-changed',
  'account-guessed',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** Groups that people switch on and off themselves; the last one is for operators. */
export const messageGroups = ['reservations', 'maintenance', 'malfunctions'] as const
export type MessageGroup = (typeof messageGroups)[number]

export const messageChannels = ['mail', 'sms'] as const
/** suppressed = switched off, or there was no recipient. */
export const messageStates = ['queued', 'sent', 'failed', 'suppressed'] as const
export type MessageState = (typeof messageStates)[number]
/** How it was sent; file = written to the folder of mails; outbox = only stored here, because no sender is configured. */
export const messageWays = ['smtp', 'sms-gateway', 'outbox', 'file'] as const

const id = z.number().int()
const time = z.string()
const named = z.object({ id, name: z.string() })

export const messageItem = z.object({
  id,
  channel: z.enum(messageChannels),
  kind: z.enum(messageKinds),
  /** Address or number. */
  recipient: z.string(),
  person: z.string().nullable(),
  language: z.enum(languages),
  /** Null for SMS. */
  subject: z.string().nullable(),
  site: named.extend({ timeZone: z.string() }).nullable(),
  reservation: z.object({ id, number: id }).nullable(),
  state: z.enum(messageStates),
  via: z.enum(messageWays).nullable(),
  attempts: id,
  createdAt: time,
  lastAttemptAt: time.nullable(),
  /** Time of the next try while it is queued. */
  nextAttemptAt: time.nullable(),
  sentAt: time.nullable(),
  /** The reply of the other side, or a code of the portal: switched-off, account-inactive, consent-withdrawn, link-outdated. */
  error: z.string().nullable(),
})
export type MessageItem = z.infer<typeof messageItem>

/**
 * Messages of the sites in the operator's zones (admins: all). The search takes part of an address, number, name or
 * subject, or a reservation's number.
 */
export const list = listOf('messages.list', {
  access: operatorFeatures,
  row: messageItem,
  sorts: ['createdAt', 'recipient', 'state', 'attempts'],
  order: '-createdAt',
  filters: {
    state: z.enum(messageStates).optional(),
    channel: z.enum(messageChannels).optional(),
    kind: z.enum(messageKinds).optional(),
  },
  more: {
    /** Counts of all messages that the operator sees, regardless of filters; at most 10,000 per state. */
    counts: z.object({ queued: id, sent: id, failed: id, suppressed: id }),
    /** How e-mails and text messages are sent now. */
    ways: z.object({ mail: z.enum(['smtp', 'file', 'outbox']), sms: z.enum(['sms-gateway', 'outbox']) }),
  },
})

/** One message with its text. */
export const read = query({
  name: 'messages.read',
  access: operatorFeatures,
  input: z.strictObject({ messageId: id.positive() }),
  reply: messageItem.extend({ text: z.string(), html: z.string().nullable() }),
})

/** Queues a failed message again, with a full set of tries. */
export const resend = command({
  name: 'messages.resend',
  access: operatorFeatures,
  input: z.strictObject({ messageId: id.positive() }),
  reply: z.object({ state: z.literal('queued') }),
  refusals: ['message-not-failed'],
})

export const messageCountsView = z.object({ queued: id, failed: id, movedAt: time })
/**
 * Numbers of waiting and failed messages, by zone (admins: one row with id 0). Changes with every message, so that
 * lists query again.
 */
export const counts = watch({
  name: 'messages.counts',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['messageCounts'],
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

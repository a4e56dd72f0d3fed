/** The database log: warnings and errors of the portal for administrators (ADM-21). */
import * as z from 'zod'
import { id } from './fields.ts'
import { query, watch } from './kit.ts'
import { listOf } from './list.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

/** What went wrong, each with the area of the portal that it belongs to. */
export const logKinds = {
  'request-failed': 'requests',
  'job-failed': 'jobs',
  'jobs-stalled': 'jobs',
  'message-not-sent': 'messages',
  'payment-unanswered': 'payments',
  'refund-failed': 'payments',
  'gateway-refused': 'gateways',
  'gateway-not-stored': 'gateways',
  'gateway-connection': 'gateways',
  'door-failed': 'gateways',
  'maintenance-failed': 'maintenance',
  'login-blocked': 'sessions',
  'sign-in-failed': 'sessions',
  'database-away': 'database',
  'disk-full': 'database',
  'retention-failed': 'database',
  'updates-late': 'server',
  overload: 'server',
  process: 'server',
  other: 'server',
} as const
export type LogKind = keyof typeof logKinds
export const logAreas = [
  'requests',
  'jobs',
  'messages',
  'payments',
  'gateways',
  'maintenance',
  'sessions',
  'database',
  'server',
] as const
export type LogArea = (typeof logAreas)[number]

/** What a line is about, where that has a page. */
export const logSubjects = ['reservation', 'gateway', 'message'] as const

const admins = ['BASIC_ADM'] as const

/** Lines of the log, newest first. The search finds part of the text, or a support code. GET /databaseLogs/index. */
export const list = listOf('logs.list', {
  access: admins,
  row: z.object({
    id,
    /** When it first happened. */
    at: z.string(),
    level: z.enum(logLevels),
    area: z.enum(logAreas),
    kind: z.enum(Object.keys(logKinds) as [LogKind, ...LogKind[]]),
    /** The text as the program wrote it, in English. */
    message: z.string(),
    /** How often it happened within a minute. */
    times: z.number().int().min(1),
    supportCode: z.string().nullable(),
    /** Whose call it was. */
    person: z.object({ id, name: z.string() }).nullable(),
    subject: z.object({ kind: z.enum(logSubjects), id }).nullable(),
    /** Further details by name; never a secret. */
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  sorts: ['at'],
  order: '-at',
  filters: {
    level: z.enum(logLevels).optional(),
    area: z.enum(logAreas).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    supportCode: z.string().trim().max(45).optional(),
    /** Only lines that were written after this one. */
    after: id.optional(),
  },
})
export type LogRow = z.output<typeof list.row>

/** One line of the log. */
export const read = query({
  name: 'logs.read',
  access: admins,
  input: z.strictObject({ lineId: id }),
  reply: list.row,
})

/** The newest line, so that lists know of it. */
export const logView = z.object({ newest: z.number().int() })

/** Changes with every line that is written. */
export const changes = watch({
  name: 'logs.changes',
  access: admins,
  input: z.strictObject({}),
  kinds: ['log'],
})

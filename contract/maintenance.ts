import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'

/** Maintenance periods of devices, sites and zones, and what they do to reservations (MAINT-1 to MAINT-4). Times are ISO strings, money cents. */
const id = z.number().int()
const positive = id.positive()
const time = z.string()
const named = z.object({ id, name: z.string() })

export const maintenanceScopes = ['device', 'site', 'zone'] as const
export type MaintenanceScope = (typeof maintenanceScopes)[number]
const target = { scope: z.enum(maintenanceScopes), targetId: positive }
/** [start, end); end null = indefinite. A start up to 5 minutes ago means now. */
const span = { start: z.iso.datetime(), end: z.iso.datetime().nullable() }
const reason = z.string().trim().min(1).max(2048)

/** What a period would do to a reservation. */
export const plannedOutcomes = ['move', 'cannot-move', 'loses-access'] as const
export type PlannedOutcome = (typeof plannedOutcomes)[number]
export const plannedItem = z.object({
  reservationId: id,
  number: id,
  person: z.string().nullable(),
  start: time,
  end: time,
  site: z.object({ id, name: z.string(), timeZone: z.string() }),
  device: named,
  outcome: z.enum(plannedOutcomes),
  /** Where it would go. */
  to: named.nullable(),
  /** Until when another place will be looked for; null = it is tried only now. */
  triesUntil: time.nullable(),
  priceCents: id,
  /** What its person gets back if he cancels because of it. */
  refundCents: id,
  /** The language in which he is told; null = there is nobody to tell. */
  language: z.string().nullable(),
})
export type PlannedItem = z.infer<typeof plannedItem>

export const maintenancePreview = z.object({
  /** Names this outcome: `set` carries it and refuses when the world has moved on meanwhile. */
  version: z.string(),
  target: z.object({
    scope: z.enum(maintenanceScopes),
    id,
    name: z.string(),
    timeZone: z.string(),
    /** To be typed exactly before it is set: its name. */
    safetyWord: z.string(),
  }),
  devices: id,
  counts: z.object({ moves: id, cannotMove: id, losesAccess: id }),
  /** The first 500 by start. */
  items: z.array(plannedItem),
  /** All together, if everybody who may cancels. */
  refundCents: id,
  messages: z.array(z.object({ language: z.string(), mails: id, sms: id })),
  /** Whom nobody can tell: reservations without a person. */
  untold: id,
  /** End of the last reservation that would lose access; null = none would. */
  suggestedStart: time.nullable(),
  /** Periods that cover some of it already. */
  overlaps: z.array(
    z.object({ id, scope: z.enum(maintenanceScopes), name: z.string(), start: time, end: time.nullable() }),
  ),
})
export type MaintenancePreview = z.infer<typeof maintenancePreview>

/** What setting such a period would do now. Operators read it; only SRMs and admins may set it. */
export const preview = query({
  name: 'maintenance.preview',
  access: operatorFeatures,
  input: z.strictObject({ ...target, ...span }),
  reply: maintenancePreview,
  refusals: ['span-empty', 'start-in-past', 'span-too-long'],
  limit: { points: 60, seconds: 10 },
})

/** Sets a period: blocks booking and control at once; its reservations are dealt with one by one, with progress in its view. */
export const set = command({
  name: 'maintenance.set',
  access: operatorFeatures,
  input: z.strictObject({
    ...target,
    ...span,
    reason,
    description: z.string().trim().max(2048).nullable(),
    version: z.string().max(100),
    safetyWord: z.string().max(255),
  }),
  reply: z.object({ periodId: id }),
  refusals: [
    'not-authorized',
    'span-empty',
    'start-in-past',
    'span-too-long',
    'safety-word-wrong',
    'maintenance-changed',
  ],
})

/** Ends a period early, or takes a planned one back. Who was moved stays where he is; who was not has his place again. */
export const revoke = command({
  name: 'maintenance.revoke',
  access: operatorFeatures,
  input: z.strictObject({ periodId: positive, reason }),
  reply: z.object({ revokedAt: time }),
  refusals: ['not-authorized', 'maintenance-over'],
})

export const affectedOutcomes = ['pending', 'rebooked', 'not-moved', 'lost-access', 'canceled', 'restored'] as const
export type AffectedOutcome = (typeof affectedOutcomes)[number]

/** A period with how far its work has come: `counts` of its reservations by outcome. Planned, active or over is told by the clock. */
export const maintenanceView = z.object({
  id,
  scope: z.enum(maintenanceScopes),
  target: named,
  /** Of a device: where it stands. */
  site: named.nullable(),
  timeZone: z.string(),
  start: time,
  end: time.nullable(),
  reason: z.string(),
  description: z.string().nullable(),
  createdAt: time,
  createdBy: z.string().nullable(),
  revokedAt: time.nullable(),
  revokedBy: z.string().nullable(),
  revokeReason: z.string().nullable(),
  counts: z.object({ pending: id, rebooked: id, notMoved: id, lostAccess: id, canceled: id, restored: id }),
})
export type MaintenanceView = z.infer<typeof maintenanceView>

/** Periods of the caller's zones: planned and active ones, and those that ended within 90 days. Live, also the progress of each. */
export const periods = watch({
  name: 'maintenance.periods',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['maintenance'],
})

export const affectedItem = z.object({
  reservationId: id,
  number: id,
  person: z.string().nullable(),
  state: z.string(),
  start: time,
  end: time,
  site: z.object({ id, name: z.string(), timeZone: z.string() }),
  outcome: z.enum(affectedOutcomes),
  from: named.nullable(),
  to: named.nullable(),
  /** Until when another place is looked for; null = settled. */
  triesUntil: time.nullable(),
  refundedCents: id,
  /** State of the newest message to its person about this; kept = nothing is set up that sends it; null = none. */
  message: z.enum(['queued', 'sent', 'kept', 'failed', 'suppressed']).nullable(),
  at: time,
})
export type AffectedItem = z.infer<typeof affectedItem>

/** What a period did to each reservation, newest first. Ask again when the period's view changes. */
export const affected = query({
  name: 'maintenance.affected',
  access: operatorFeatures,
  input: z.strictObject({
    periodId: positive,
    outcome: z.enum(affectedOutcomes).optional(),
    page: positive.default(1),
    limit: positive.max(100).default(50),
  }),
  reply: z.object({ items: z.array(affectedItem), recordCount: id }),
})

import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { maxLength, optionalText, text, version } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'

/**
 * Maintenance periods of devices, sites and zones, and their effect on reservations (MAINT-1 to MAINT-4). Times are ISO
 * strings, money is in cents.
 */
const id = z.number().int()
const positive = id.positive()
const time = z.string()
const named = z.object({ id, name: z.string() })

export const maintenanceScopes = ['device', 'site', 'zone'] as const
export type MaintenanceScope = (typeof maintenanceScopes)[number]
const target = { scope: z.enum(maintenanceScopes), targetId: positive }
/** [start, end); end null = indefinite. A start up to 5 minutes ago counts as now. */
const span = { start: z.iso.datetime(), end: z.iso.datetime().nullable() }
const reason = text(maxLength.description)

/** The effect of a period on a reservation. */
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
  /** Until when another place is searched; null = only now. */
  triesUntil: time.nullable(),
  priceCents: id,
  /** The refund for a cancellation because of the period. */
  refundCents: id,
  /** The language of the message; null = there is nobody to inform. */
  language: z.string().nullable(),
})
export type PlannedItem = z.infer<typeof plannedItem>

export const maintenancePreview = z.object({
  /** Identifies this outcome: `set` carries it, and refuses if something has changed meanwhile. */
  version: z.string(),
  target: z.object({
    scope: z.enum(maintenanceScopes),
    id,
    name: z.string(),
    timeZone: z.string(),
    /** The safety word: the target's exact name. */
    safetyWord: z.string(),
  }),
  devices: id,
  counts: z.object({ moves: id, cannotMove: id, losesAccess: id }),
  /** The first 500 by start. */
  items: z.array(plannedItem),
  /** The total if everybody entitled cancels. */
  refundCents: id,
  messages: z.array(z.object({ language: z.string(), mails: id, sms: id })),
  /** Number of reservations without a person, whom no message can reach. */
  untold: id,
  /** End of the last reservation that would lose access; null = none would. */
  suggestedStart: time.nullable(),
  /** Periods that already cover part of it. */
  overlaps: z.array(
    z.object({ id, scope: z.enum(maintenanceScopes), name: z.string(), start: time, end: time.nullable() }),
  ),
})
export type MaintenancePreview = z.infer<typeof maintenancePreview>

/** The effect of a period if it were set now. Operators may read it; only SRMs and admins may set it. */
export const preview = query({
  name: 'maintenance.preview',
  access: operatorFeatures,
  input: z.strictObject({ ...target, ...span }),
  reply: maintenancePreview,
  refusals: ['span-empty', 'start-in-past', 'span-too-long'],
  limit: { points: 60, seconds: 10 },
})

/**
 * Sets a period: blocks booking and control at once; its reservations are handled one by one, with progress in its
 * view.
 */
export const set = command({
  name: 'maintenance.set',
  access: operatorFeatures,
  input: z.strictObject({
    ...target,
    ...span,
    reason,
    description: optionalText(),
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

/**
 * Ends a period early, or withdraws a planned one. Moved reservations stay at their new place; the others have theirs
 * again.
 */
export const revoke = command({
  name: 'maintenance.revoke',
  access: operatorFeatures,
  input: z.strictObject({ periodId: positive, reason }),
  reply: z.object({ revokedAt: time }),
  refusals: ['not-authorized', 'maintenance-over'],
})

export const affectedOutcomes = ['pending', 'rebooked', 'not-moved', 'lost-access', 'canceled', 'restored'] as const
export type AffectedOutcome = (typeof affectedOutcomes)[number]

/**
 * A period with its progress: `counts` of its reservations by outcome. Whether it is planned, active or over follows
 * from the clock.
 */
export const maintenanceView = z.object({
  id,
  scope: z.enum(maintenanceScopes),
  target: named,
  /** The site of a device. */
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

/**
 * Periods of the caller's zones: planned and active ones, and those that ended within 90 days. Live, including their
 * progress.
 */
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
  /** Until when another place is searched; null = settled. */
  triesUntil: time.nullable(),
  refundedCents: id,
  /**
   * State of the newest message to its person about the period; kept = stored, because no sender is configured; null =
   * none.
   */
  message: z.enum(['queued', 'sent', 'kept', 'failed', 'suppressed']).nullable(),
  at: time,
})
export type AffectedItem = z.infer<typeof affectedItem>

/** The effect of a period on each reservation, newest first. Query again when the period's view changes. */
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

/** The status of a period by the clock. */
export const periodStatuses = ['active', 'planned', 'over'] as const
export type PeriodStatus = (typeof periodStatuses)[number]

/** All periods that cover something in the caller's zones, however long ago they ended: active ones first, then the next ones. */
export const list = listOf('maintenance.list', {
  access: operatorFeatures,
  row: maintenanceView
    .pick({
      ...{ id: true, scope: true, target: true, site: true, timeZone: true, start: true, end: true },
      ...{ reason: true, description: true, createdAt: true, createdBy: true, revokedAt: true },
    })
    .extend({
      status: z.enum(periodStatuses),
      /** Reservations affected, and those that are not dealt with yet. */
      affected: id,
      pending: id,
    }),
  sorts: ['status', 'target', 'site', 'start', 'end', 'affected', 'createdAt'],
  filters: {
    status: z.enum(periodStatuses).optional(),
    scope: z.enum(maintenanceScopes).optional(),
    siteId: positive.optional(),
  },
})
export type PeriodRow = z.output<typeof list.row>

/** One period, also one that ended long ago, with the version for its edit. */
export const read = query({
  name: 'maintenance.read',
  access: operatorFeatures,
  input: z.strictObject({ periodId: positive }),
  reply: maintenanceView.extend({ version }),
})

/** Changes the texts of a period. Where and when it is stays as people were told. */
export const edit = command({
  name: 'maintenance.edit',
  access: operatorFeatures,
  input: z.strictObject({
    periodId: positive,
    version,
    reason: text(maxLength.description),
    description: optionalText(),
  }),
  reply: z.object({ periodId: id, version }),
  refusals: ['not-authorized', 'changed-meanwhile'],
})

/** Deletes a period that was taken back before it began and affected nobody. All others stay as a record. */
export const remove = command({
  name: 'maintenance.remove',
  access: operatorFeatures,
  input: z.strictObject({ periodId: positive, version }),
  reply: z.object({ periodId: id }),
  refusals: ['not-authorized', 'changed-meanwhile', 'maintenance-kept', 'in-use'],
})

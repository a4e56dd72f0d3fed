import * as z from 'zod'
import { allowedBy } from '../../machines/control.ts'
import { actions, deviceStatuses, doorStates } from '../../machines/device.ts'
import { deviceCommandStates } from '../../machines/device-command.ts'
import { malfunctionKinds } from '../devices.ts'
import { operatorFeatures } from '../features.ts'
import { query } from '../kit.ts'
import { planView } from './plan.ts'

/** A span of a site's past. There may be many thousands of events, so moments are whole ms since 1970, not texts. */
const id = z.number().int()
const ms = z.number().int()
const base = { at: ms, deviceId: id }
/** Null = the site as a whole, or its gateway. */
const anywhere = { at: ms, deviceId: id.nullable() }

export const timelineEvent = z.discriminatedUnion('kind', [
  /** A report of status or door that differs from the previous one. */
  z.object({
    kind: z.literal('report'),
    ...base,
    status: z.enum(deviceStatuses),
    door: z.enum(doorStates).nullable(),
    /** The report arrived this many seconds after it was made, if more than a minute: live it was seen later. */
    lateS: id.optional(),
    /** It was already so at `at`; the start is unknown. */
    already: z.literal(true).optional(),
  }),
  /** Silent for more than three report intervals: unreachable until the next message. `since` = the last message. */
  z.object({ kind: z.literal('silence-begins'), ...base, since: ms }),
  z.object({ kind: z.literal('silence-ends'), ...base }),
  z.object({
    kind: z.literal('reservation-begins'),
    ...base,
    reservationId: id,
    number: id,
    startsAt: ms,
    endsAt: ms,
    /** Whether it moved here from another device. */
    moved: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('reservation-ends'),
    ...base,
    reservationId: id,
    number: id,
    why: z.enum(['over', 'canceled', 'moved']),
  }),
  z.object({
    kind: z.literal('command'),
    ...base,
    deviceCommandId: z.string(),
    action: z.enum(actions),
    allowedBy: z.enum(allowedBy),
    supportCode: z.string(),
    sentAt: ms.nullable(),
    takenAt: ms.nullable(),
    deadline: ms,
  }),
  /** Outcome of a command, as known today: a late report of the device changes it (`late`). */
  z.object({
    kind: z.literal('command-outcome'),
    ...base,
    deviceCommandId: z.string(),
    action: z.enum(actions),
    state: z.enum(deviceCommandStates),
    reason: z.string().nullable(),
    late: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('malfunction-opens'),
    ...anywhere,
    malfunctionId: id,
    malfunction: z.enum(malfunctionKinds),
    severity: z.enum(['error', 'warning']),
    gateway: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('malfunction-closes'),
    ...anywhere,
    malfunctionId: id,
    malfunction: z.enum(malfunctionKinds),
    gateway: z.string().nullable(),
  }),
  z.object({ kind: z.literal('maintenance-begins'), ...anywhere, periodId: id, reason: z.string() }),
  z.object({
    kind: z.literal('maintenance-ends'),
    ...anywhere,
    periodId: id,
    why: z.enum(['over', 'revoked']),
  }),
  /** A plate, card, PIN or code was read, or somebody passed; never its value. */
  z.object({ kind: z.literal('access'), ...base, event: z.string(), outcome: z.string().nullable() }),
])
export type TimelineEvent = z.output<typeof timelineEvent>
export type TimelineKind = TimelineEvent['kind']

export const timelineDevice = z.object({
  id,
  name: z.string(),
  hardwareId: z.string(),
  type: z.object({
    id,
    name: z.string(),
    names: z.record(z.string(), z.string()),
    icon: z.string().nullable(),
  }),
  gateway: z.object({ id, name: z.string() }),
  /** Time at which it was retired; null = in use. */
  retiredAt: ms.nullable(),
})
export type TimelineDevice = z.output<typeof timelineDevice>

/** Approximate maximum of events per reply; later ones are requested from `coveredUntil` on. */
export const maxTimelineEvents = 20_000

/**
 * The past of a site: `standing` = the state at `from`, as the events that caused it, and `events` in (from,
 * coveredUntil], both by time. `until` in the future is cut to now. If `cut`, there is more: query again from
 * `coveredUntil`.
 */
export const timeline = query({
  name: 'sites.timeline',
  access: operatorFeatures,
  input: z.strictObject({ siteId: id.positive(), from: z.iso.datetime(), until: z.iso.datetime() }),
  reply: z.object({
    from: ms,
    until: ms,
    coveredUntil: ms,
    cut: z.boolean(),
    /** The plan as it is today: earlier positions of devices are not stored. */
    plan: planView,
    devices: z.array(timelineDevice),
    standing: z.array(timelineEvent),
    events: z.array(timelineEvent),
  }),
  refusals: ['span-empty', 'span-too-long'],
  limit: { points: 40, seconds: 10 },
})
export type Timeline = z.output<typeof timeline.reply>

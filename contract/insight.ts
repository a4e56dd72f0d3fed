import * as z from 'zod'
import { malfunctionKinds, malfunctionView } from './devices.ts'
import { operatorFeatures, remoteFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'

/** The malfunction dashboard: malfunctions open now in the operator's zones (LIVE-1, LIVE-2). */
export const malfunctions = watch({
  name: 'insight.malfunctions',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['malfunction'],
})

/** Records that an operator has seen it; it stays open until the cause is gone. */
export const acknowledge = command({
  name: 'insight.acknowledge',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId: z.number().int().positive() }),
  reply: z.object({ acknowledgedAt: z.string() }),
  refusals: ['already-acknowledged', 'malfunction-closed'],
})

const malfunctionId = z.number().int().positive()

/** Assigns a malfunction to an operator of its site's zones, or removes the assignment. */
export const assign = command({
  name: 'insight.assign',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId, userId: z.number().int().positive().nullable() }),
  reply: z.object({ assignedTo: z.object({ id: z.number().int(), name: z.string() }).nullable() }),
  refusals: ['not-an-operator-there', 'malfunction-closed'],
})

/** Comments on a malfunction, also after its end. */
export const comment = command({
  name: 'insight.comment',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId, text: z.string().trim().min(1).max(2048) }),
  reply: z.object({ at: z.string() }),
  refusals: [],
})

/** Returns the possible assignees of a malfunction: the operators of its site's zones, by name. */
export const assignees = query({
  name: 'insight.assignees',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId }),
  reply: z.object({ users: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
})

/** A malfunction, whether open or over. */
export const incidentView = malfunctionView.extend({ closedAt: z.string().nullable() })
export type IncidentView = z.infer<typeof incidentView>

export const entryTypes = [
  'opened',
  'closed',
  'acknowledged',
  'assigned',
  'comment',
  'changed',
  'mailed',
  'returned',
] as const
/** An entry in the history of a malfunction. `data`: the assignee ({ name }). */
export const incidentEntry = z.object({
  id: z.number().int(),
  malfunctionId: z.number().int(),
  type: z.enum(entryTypes),
  at: z.string(),
  by: z.string().nullable(),
  comment: z.string().nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type IncidentEntry = z.infer<typeof incidentEntry>

/**
 * One malfunction, also after its end, with its last 200 entries and the commands to its device while it was open (the
 * last 50).
 */
export const incident = watch({
  name: 'insight.incident',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId }),
  kinds: ['incident', 'incidentEntry', 'deviceCommand'],
})

/**
 * Ended malfunctions, the newest end first; with [from, until) those that were open at some time in it. The search
 * takes part of the name of a device, gateway or site.
 */
export const pastMalfunctions = listOf('insight.pastMalfunctions', {
  access: operatorFeatures,
  row: incidentView,
  sorts: ['closedAt', 'openedAt'],
  order: '-closedAt',
  filters: {
    zoneId: z.number().int().positive().optional(),
    siteId: z.number().int().positive().optional(),
    deviceId: z.number().int().positive().optional(),
    kind: z.enum(malfunctionKinds).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  },
})

/** One device with its open malfunctions, its last 50 commands and its readings as they arrive (snapshot: the last 30). */
export const device = watch({
  name: 'insight.device',
  access: remoteFeatures,
  input: z.strictObject({ deviceId: z.number().int().positive() }),
  kinds: ['device', 'malfunction', 'deviceCommand', 'reading'],
})

export const metrics = ['temperature', 'humidity', 'supplyVoltage', 'rssi', 'rxTimeouts', 'retries'] as const
export type Metric = (typeof metrics)[number]
export const resolutions = ['raw', '1m', '5m', '15m', '1h', '3h', '6h', '12h', '1d'] as const

const point = z.object({
  at: z.string(),
  min: z.number().nullable(),
  avg: z.number().nullable(),
  max: z.number().nullable(),
})

/**
 * Sensor curves of a device over [from, until), with a resolution of at most ~1,000 points. A bucket without readings
 * is absent; points further apart than `gapSeconds` are not joined. Span: 1 hour to 366 days.
 */
export const history = query({
  name: 'insight.history',
  access: remoteFeatures,
  input: z.strictObject({
    deviceId: z.number().int().positive(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    metrics: z.array(z.enum(metrics)).min(1).max(6),
  }),
  reply: z.object({
    resolution: z.enum(resolutions),
    gapSeconds: z.number(),
    readings: z.number().int(),
    series: z.record(z.string(), z.array(point)),
  }),
  refusals: ['span-too-long', 'span-empty'],
  limit: { points: 40, seconds: 10 },
})
